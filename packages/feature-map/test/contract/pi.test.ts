import { featureMapContract, guardContract } from '@session-guards/testkit/contract';
import { piHost } from '@session-guards/testkit/contract/pi';
import featureMap from '../../src/host/pi.ts';

guardContract(featureMapContract, 'pi', piHost(featureMap));
