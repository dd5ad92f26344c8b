import { tellOplGuardian } from './opl-guardian.ts';
import { Story } from './story.ts';

const story = new Story();
await tellOplGuardian(story);
process.exitCode = story.end();
