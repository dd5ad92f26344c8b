import { featureMapContract, runContract } from '@session-guards/testkit/contract';
import { dshHost } from '@session-guards/testkit/contract/dsh';
import * as featureMap from '../../src/host/dsh.ts';

runContract(featureMapContract, 'dsh', dshHost(featureMap));
