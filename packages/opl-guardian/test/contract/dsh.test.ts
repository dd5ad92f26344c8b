import { guardContract, oplGuardianContract } from '@session-guards/testkit/contract';
import { dshHost } from '@session-guards/testkit/contract/dsh';
import * as oplGuardian from '../../src/dsh.ts';

guardContract(oplGuardianContract, 'dsh', dshHost(oplGuardian));
