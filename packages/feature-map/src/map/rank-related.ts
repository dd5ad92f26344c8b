/** Keys that stand for nearly the same as a word's key: English derivations and the synonyms of software prose. */
import { stem, withFinalE } from './words.ts';

/** Endings that make a noun or adjective of a verb, or the reverse; compared on keys without a final `e`. */
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

/** Everyday words of software prose only: a project's own vocabulary belongs into its triggers. */
const SYNONYMS: readonly string[] = [
  '2fa totp mfa otp',
  'abort cancel',
  'add insert append register',
  'address url uri',
  'allow permit accept',
  'answer reply response respond',
  'api interface',
  'argument parameter param arg',
  'assert assertion expect',
  'async asynchronous',
  'attack attacker hostile malicious',
  'auth authentication authenticate login',
  'average mean',
  'avoid prevent stop',
  'backup snapshot',
  'begin start launch boot',
  'bill charge invoice',
  'blank empty',
  'broken malformed invalid corrupt bad',
  'browser web',
  'bug defect fault',
  'build compile',
  'cache memoize',
  'call invoke',
  'change edit modify update alter',
  'character letter symbol',
  'charset encoding',
  'check validate verify',
  'choose pick select',
  'clean sanitize escape',
  'client customer',
  'column field',
  'command cli',
  'compare diff',
  'compress zip gzip',
  'computer host machine',
  'concurrent parallel simultaneous',
  'config configuration setting option preference',
  'content body',
  'convert transform',
  'copy duplicate clone',
  'cost fee price',
  'count number amount',
  'crash panic',
  'create make generate produce',
  'credential secret password token',
  'cut truncate trim clip',
  'daily nightly night',
  'database db sqlite sql',
  'deadline due expiry timeout',
  'decide choose determine',
  'decode parse deserialize',
  'delete remove erase drop discard',
  'deny refuse reject block forbid',
  'detect recognize notice discover',
  'die crash kill dead',
  'directory folder dir',
  'disable off',
  'disk drive storage volume',
  'display show render',
  'documentation document docs doc',
  'download fetch',
  'emit fire',
  'enable on',
  'encode serialize',
  'end finish complete close',
  'entry item record',
  'environment env',
  'equal identical same',
  'error failure exception fail',
  'example sample',
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
  'identifier id',
  'image picture photo',
  'incorrect mistake wrong',
  'initialize init setup',
  'inspect audit review',
  'install setup',
  'job task',
  'kind type',
  'label tag',
  'large big huge',
  'last final latest',
  'limit cap bound maximum max budget quota',
  'link symlink',
  'list enumerate',
  'lock mutex',
  'log record journal',
  'login signin logon',
  'logout signout',
  'mail email',
  'mandatory require required',
  'merge combine join',
  'message notification',
  'minimum min',
  'misspelled misspelt typo',
  'mobile phone',
  'move rename',
  'network internet',
  'notify alert',
  'observe watch monitor',
  'old stale outdated',
  'order sequence sort',
  'override overwrite',
  'owner author',
  'pause suspend',
  'permission right access privilege',
  'person user people',
  'policy rule',
  'previous former prior',
  'problem issue bug',
  'procedure sequence stage step',
  'property attribute',
  'queue backlog',
  'rank score',
  'reduce shrink',
  'regex regexp pattern',
  'release version',
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
  'shortcut keybinding hotkey',
  'size length byte',
  'small little tiny short',
  'split divide',
  'spreadsheet csv excel',
  'state status',
  'stop halt quit exit shutdown terminate kill',
  'stub mock fake',
  'success succeed ok',
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
  const root = key.endsWith('e') ? key.slice(0, -1) : key;
  for (const ending of ENDINGS) {
    keys.add(key + ending);
    keys.add(root + ending);
    if (root === key) keys.add(key + key.at(-1) + ending);
    if (!key.endsWith(ending)) continue;
    const base = key.slice(0, -ending.length);
    if (base.length < REDUCED_LENGTH) continue;
    keys.add(base);
    keys.add(withFinalE(base));
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
