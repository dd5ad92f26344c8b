import { tellFeatureMap } from './feature-map.ts';
import { tellOplGuardian } from './opl-guardian.ts';
import { Story } from './story.ts';

const story = new Story();
await tellOplGuardian(story);
await tellFeatureMap(story);
process.exitCode = story.end();
