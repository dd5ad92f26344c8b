import { guardContract, oplGuardianContract } from '@session-guards/testkit/contract';
import { piHost } from '@session-guards/testkit/contract/pi';
import oplGuardian from '../../src/index.ts';

guardContract(oplGuardianContract, 'pi', piHost(oplGuardian));
