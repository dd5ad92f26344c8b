import * as featureMap from '../../feature-map/src/host/dsh.ts';
import * as oplGuardian from '../../opl-guardian/src/dsh.ts';
import { dshHost } from '../src/contract/dsh.ts';
import { runTogether } from './together.ts';

runTogether('dsh', [dshHost(oplGuardian, featureMap), dshHost(featureMap, oplGuardian)]);
