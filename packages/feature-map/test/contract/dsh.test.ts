import { featureMapContract, guardContract } from '@session-guards/testkit/contract';
import { dshHost } from '@session-guards/testkit/contract/dsh';
import * as featureMap from '../../src/host/dsh.ts';

guardContract(featureMapContract, 'dsh', dshHost(featureMap));
