import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DefaultPackageManager, SettingsManager } from '@earendil-works/pi-coding-agent';
import { piConfiguration, placesInForce } from '../../src/commands/doctor/pi-places.ts';
import { link, writeTree } from './installed-guard.ts';
import { scratch } from './scratch.ts';

/** Files of a user: below Pi's folder, and in the project. */
interface Case {
  agent?: Record<string, string | object>;
  project?: Record<string, string | object>;
  isTrusted?: boolean;
}

const GUARD = {
  'package.json': {
    name: 'opl-guardian',
    version: '0.1.0',
    type: 'module',
    pi: { extensions: ['./dist/index.js'] },
  },
  'dist/index.js': 'export default () => {};\n',
};

const settings = (content: object) => ({ 'settings.json': content });
const ofProject = (content: object) => ({ '.pi/settings.json': content });
const filtered = (extensions: string[], more: object = {}) => ({ source: '../guard', extensions, ...more });

const cases: Record<string, Case> = {
  'a folder': { agent: settings({ packages: ['../guard'] }) },
  'a folder by its whole path below ~': { agent: settings({ packages: ['~/guard'] }) },
  'a file as a package': { agent: settings({ packages: ['../guard/dist/index.js'] }) },
  'an npm source': {
    agent: { ...settings({ packages: ['npm:opl-guardian@0.1.0'] }), 'npm/node_modules/opl-guardian': 'LINK' },
  },
  'an npm source that is gone': { agent: settings({ packages: ['npm:opl-guardian@0.1.0'] }) },
  'a git source': {
    agent: {
      ...settings({ packages: ['git:github.com/a/opl-guardian@v1'] }),
      'git/github.com/a/opl-guardian': 'LINK',
    },
  },
  'a git source by ssh': {
    agent: { ...settings({ packages: ['git:git@github.com:a/b.git'] }), 'git/github.com/a/b': 'LINK' },
  },
  'a git source by its URL': {
    agent: {
      ...settings({ packages: ['https://git.example.com/a/b.git@v1'] }),
      'git/git.example.com/a/b': 'LINK',
    },
  },
  'a filter with nothing': { agent: settings({ packages: [filtered([])] }) },
  'a filter that chooses it': { agent: settings({ packages: [filtered(['dist/*.js'])] }) },
  'a filter that chooses another': { agent: settings({ packages: [filtered(['src/*.js'])] }) },
  'a filter that takes it out': { agent: settings({ packages: [filtered(['!**/index.js'])] }) },
  'a filter that takes it out exactly': { agent: settings({ packages: [filtered(['-./dist/index.js'])] }) },
  'a filter that puts it in again': {
    agent: settings({ packages: [filtered(['!index.js', '+dist/index.js'])] }),
  },
  'a filter for skills alone': { agent: settings({ packages: [{ source: '../guard', skills: [] }] }) },
  'an extension by its file': { agent: settings({ extensions: ['../guard/dist/index.js'] }) },
  'an extension by its folder': { agent: settings({ extensions: ['../guard'] }) },
  'an extension that is taken out': {
    agent: settings({ extensions: ['../guard/dist/index.js', '-../guard/dist/index.js'] }),
  },
  'a link in the folder of extensions': { agent: { 'extensions/guard': 'LINK' } },
  'a copy in the folder of extensions': {
    agent: { 'extensions/mine.ts': '// [opl-guardian]\nexport default () => {};' },
  },
  'a copy in a folder with an index': {
    agent: { 'extensions/mine/index.js': '// [opl-guardian]\nexport default () => {};' },
  },
  'a discovered one that is taken out': {
    agent: { 'extensions/guard': 'LINK', ...settings({ extensions: ['!**/index.js'] }) },
  },
  'a discovered one that is taken out exactly': {
    agent: { 'extensions/guard': 'LINK', ...settings({ extensions: ['-extensions/guard/dist/index.js'] }) },
  },
  'a text file beside extensions': { agent: { 'extensions/notes.md': '[opl-guardian]' } },
  'a trusted project': { project: ofProject({ packages: ['../../guard'] }), isTrusted: true },
  'an extension of a trusted project': { project: { '.pi/extensions/guard': 'LINK' }, isTrusted: true },
  'a project that is not trusted': { project: ofProject({ packages: ['../../guard'] }), isTrusted: false },
  'a trusted project that turns it off': {
    agent: settings({ packages: ['../guard'] }),
    project: ofProject({ packages: [{ source: '../../guard', extensions: [] }] }),
    isTrusted: true,
  },
  'a project that is not trusted and would turn it off': {
    agent: settings({ packages: ['../guard'] }),
    project: ofProject({ packages: [{ source: '../../guard', extensions: [] }] }),
    isTrusted: false,
  },
  'a trusted project with a delta about skills': {
    agent: settings({ packages: ['../guard'] }),
    project: ofProject({ packages: [{ source: '../../guard', autoload: false, skills: [] }] }),
    isTrusted: true,
  },
  'a trusted project with a delta that takes it out': {
    agent: settings({ packages: ['../guard'] }),
    project: ofProject({
      packages: [{ source: '../../guard', autoload: false, extensions: ['-dist/index.js'] }],
    }),
    isTrusted: true,
  },
};

describe('what doctor takes for loaded, the real Pi loads', () => {
  const { HOME } = process.env;
  before(() => {
    process.env.PI_OFFLINE = '1';
  });
  after(() => {
    process.env.HOME = HOME;
    delete process.env.PI_OFFLINE;
  });

  for (const [name, { agent = {}, project = {}, isTrusted = false }] of Object.entries(cases)) {
    it(name, async (t) => {
      const home = scratch(t);
      const folders = { agent: path.join(home, 'agent'), project: path.join(home, 'project') };
      writeTree(
        home,
        Object.fromEntries(Object.entries(GUARD).map(([file, content]) => [`guard/${file}`, content])),
      );
      for (const [folder, files] of [
        [folders.agent, agent],
        [folders.project, project],
      ] as const) {
        writeTree(folder, { '.keep': '' });
        for (const [file, content] of Object.entries(files)) {
          if (content === 'LINK') link(path.join(home, 'guard'), path.join(folder, file));
          else writeTree(folder, { [file]: content });
        }
      }
      writeTree(folders.agent, { 'trust.json': { [folders.project]: isTrusted } });
      process.env.HOME = home;

      const settingsManager = SettingsManager.create(folders.project, folders.agent, {
        projectTrusted: isTrusted,
      });
      const manager = new DefaultPackageManager({
        cwd: folders.project,
        agentDir: folders.agent,
        settingsManager,
      });
      const { extensions } = await manager.resolve(async () => 'skip');
      const ofPi = extensions.filter(({ enabled }) => enabled).map(({ path: file }) => realpathSync(file));

      const env = { HOME: home, PI_CODING_AGENT_DIR: folders.agent };
      const configuration = piConfiguration({ cwd: folders.project, env });
      const ours = placesInForce(configuration)
        .filter(({ off, scope }) => off === undefined && (scope === 'user' || configuration.trust === 'yes'))
        .map(({ entry }) => entry);
      assert.deepEqual([...new Set(ours)].sort(), [...new Set(ofPi)].sort());
    });
  }
});
