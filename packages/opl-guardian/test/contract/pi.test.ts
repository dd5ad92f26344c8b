import { oplGuardianContract, runContract } from '@session-guards/testkit/contract';
import { piHost } from '@session-guards/testkit/contract/pi';
import oplGuardian from '../../src/index.ts';

runContract(oplGuardianContract, 'pi', piHost(oplGuardian));
