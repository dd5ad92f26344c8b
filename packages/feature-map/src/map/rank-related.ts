/** Keys that stand for nearly the same as a word's key: English derivations and the synonyms of software prose. */
import { stem } from './words.ts';

/** Endings that make a noun or adjective of a verb, or the reverse; compared on keys, whose final `e` is gone. */
const ENDINGS = [
  'er',
  'or',
  'ion',
  'ation',
  'ment',
  'ement',
  'al',
  'abl',
  'ness',
  'li',
  'iti',
  'anc',
  'enc',
  'ing',
  'ed',
  's',
];
/** Shorter words are not extended, and no ending is taken off that leaves less: too many words share such letters. */
const EXTENDED_LENGTH = 3;
const REDUCED_LENGTH = 4;

const IRREGULAR: readonly string[] = [
  'begin began begun',
  'break broke broken',
  'build built',
  'catch caught',
  'child children',
  'choose chose chosen',
  'draw drew drawn',
  'find found',
  'forget forgot forgotten',
  'hide hid hidden',
  'hold held',
  'index indices',
  'know known',
  'lose lost',
  'matrix matrices',
  'person people',
  'run ran',
  'send sent',
  'show shown',
  'speak spoken',
  'spend spent',
  'take taken',
  'tell told',
  'throw threw thrown',
  'wake woken',
  'write wrote written',
];

const SYNONYMS: readonly string[] = [
  '2fa totp mfa otp',
  'abort cancel',
  'add insert append register',
  'address url uri',
  'allow permit accept',
  'answer reply response respond',
  'api interface',
  'argument parameter param arg',
  'async asynchronous',
  'auth authentication authenticate login',
  'avoid prevent stop',
  'backup snapshot',
  'begin start launch boot',
  'blank empty',
  'broken malformed invalid corrupt bad',
  'browser web',
  'bug defect fault',
  'build compile',
  'cache memoize',
  'call invoke',
  'change edit modify update alter',
  'check validate verify',
  'choose pick select',
  'clean sanitize escape',
  'column field',
  'command cli',
  'compare diff',
  'compress zip gzip',
  'concurrent parallel simultaneous',
  'config configuration setting option preference',
  'content body',
  'convert transform',
  'copy duplicate clone',
  'count number amount',
  'crash panic',
  'create make generate produce',
  'credential secret password token',
  'cut truncate trim clip',
  'database db sqlite sql',
  'decide choose determine',
  'decode parse deserialize',
  'delete remove erase drop discard',
  'deny refuse reject block forbid',
  'detect recognize notice discover',
  'directory folder dir',
  'disable off',
  'display show render',
  'documentation document docs doc',
  'download fetch',
  'emit fire',
  'enable on',
  'encode serialize',
  'entry item record',
  'environment env',
  'error failure exception fail',
  'exclude exempt ignore skip',
  'execute run',
  'expire expiry ttl',
  'extension plugin addon',
  'fast quick speed performance slow',
  'find search lookup locate',
  'frequency interval period',
  'function method',
  'guard protect',
  'hash checksum fingerprint',
  'hide conceal',
  'highlight mark',
  'image picture photo',
  'initialize init setup',
  'install setup',
  'job task',
  'shortcut keybinding hotkey',
  'kind type',
  'label tag',
  'limit cap bound maximum max budget quota',
  'link symlink',
  'list enumerate',
  'lock mutex',
  'log record journal',
  'mail email',
  'merge combine join',
  'message notification',
  'minimum min',
  'mobile phone',
  'move rename',
  'network internet',
  'notify alert',
  'observe watch monitor',
  'old stale outdated',
  'order sequence sort',
  'rank score',
  'override overwrite',
  'pause suspend',
  'person user people',
  'problem issue bug',
  'property attribute',
  'queue backlog',
  'reduce shrink',
  'regex regexp pattern',
  'reload refresh restart',
  'repair fix heal restore recover',
  'repeat retry again',
  'repository repo',
  'resume continue',
  'save store persist write',
  'schedule cron timer',
  'section chapter',
  'secure safe security',
  'send deliver post',
  'server backend',
  'shape structure',
  'shell terminal',
  'size length byte',
  'split divide',
  'state status',
  'stop halt quit exit shutdown terminate kill',
  'stub mock fake',
  'sync synchronize',
  'temporary temp tmp',
  'text string',
  'theme style',
  'throttle limit rate',
  'toggle switch',
  'twice duplicate double',
  'undo revert rollback',
  'unique distinct',
  'upgrade update migrate',
  'wait delay',
  'warn warning alert',
  'worker thread',
];

const irregular = relations(IRREGULAR);
const synonyms = relations(SYNONYMS);

function relations(groups: readonly string[]): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const keys of groups.map((group) => group.split(' ').map(stem))) {
    for (const key of keys) {
      const others = related.get(key) ?? new Set();
      for (const other of keys) if (other !== key) others.add(other);
      related.set(key, others);
    }
  }
  return related;
}

/** Keys of words derived from this one and of words it is derived from; most of them occur nowhere. */
export function derivedKeys(key: string): string[] {
  if (key.length < EXTENDED_LENGTH || !/^[a-z]+$/.test(key)) return [];
  const keys = new Set(irregular.get(key));
  for (const ending of ENDINGS) {
    keys.add(key + ending);
    keys.add(key + key.at(-1) + ending);
    if (!key.endsWith(ending)) continue;
    const base = key.slice(0, -ending.length);
    if (base.length < REDUCED_LENGTH) continue;
    keys.add(base);
    if (/([^aeiou])\1$/.test(base)) keys.add(base.slice(0, -1));
    for (const other of ENDINGS) keys.add(base + other);
  }
  keys.delete(key);
  return [...keys];
}

/** Keys of this word's synonyms. */
export function synonymsOf(key: string): Iterable<string> {
  return synonyms.get(key) ?? [];
}
