import { featureMapContract, runContract } from '@session-guards/testkit/contract';
import { piHost } from '@session-guards/testkit/contract/pi';
import featureMap from '../../src/host/pi.ts';

runContract(featureMapContract, 'pi', piHost(featureMap));
