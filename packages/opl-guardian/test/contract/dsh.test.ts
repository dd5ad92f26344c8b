import { oplGuardianContract, runContract } from '@session-guards/testkit/contract';
import { dshHost } from '@session-guards/testkit/contract/dsh';
import * as oplGuardian from '../../src/dsh.ts';

runContract(oplGuardianContract, 'dsh', dshHost(oplGuardian));
