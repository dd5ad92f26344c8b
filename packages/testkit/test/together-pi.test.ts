import featureMap from '../../feature-map/src/host/pi.ts';
import oplGuardian from '../../opl-guardian/src/index.ts';
import { piHost } from '../src/contract/pi.ts';
import { runTogether } from './together.ts';

runTogether('pi', [piHost(oplGuardian, featureMap), piHost(featureMap, oplGuardian)]);
