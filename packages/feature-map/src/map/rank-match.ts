/** Where one word of a topic stands in a map, and how rare it is there. */
import type { MapIndex, Posting } from './rank-index.ts';
import { FIELD } from './rank-page.ts';
import type { TopicWord } from './rank-topic.ts';
import { EVERYWHERE, FEW_PAGES, NAME, TELLING_PAGES, TEXT } from './rank-weights.ts';

const IN_TEXT = 1;
const IN_NAME = 2;

/** The matches of one word at a time; its arrays are used again for the next word. */
export class WordMatches {
  /** By section: what the best name match and the best text match are worth; the weight of the best form in each. */
  readonly name: Float64Array;
  readonly text: Float64Array;
  readonly nameForm: Float64Array;
  readonly textForm: Float64Array;
  /** By page: the same for title, path, feature and trigger; the count in all its text. */
  readonly pageName: Float64Array;
  readonly pageNameForm: Float64Array;
  readonly pageText: Float64Array;
  /** Rarity from 0 (in every section) to 1 (in none). */
  rarity = 1;
  /** Whether any form of the word is in the map, and whether it is in so many pages that it tells none apart. */
  found = false;
  everywhere = false;

  private readonly index: MapIndex;
  /** Whether an identifier of the topic stands in a code span of the map. */
  private inCode = false;
  /** By page: {@link IN_TEXT} and {@link IN_NAME}, for the word itself, or for its other forms if it is unknown. */
  private readonly presence: Uint8Array;
  private readonly arrays: readonly (Float64Array | Uint8Array)[];

  constructor(index: MapIndex) {
    this.index = index;
    this.name = new Float64Array(index.sections.length);
    this.text = new Float64Array(index.sections.length);
    this.nameForm = new Float64Array(index.sections.length);
    this.textForm = new Float64Array(index.sections.length);
    this.pageName = new Float64Array(index.pages.length);
    this.pageNameForm = new Float64Array(index.pages.length);
    this.pageText = new Float64Array(index.pages.length);
    this.presence = new Uint8Array(index.pages.length);
    this.arrays = [
      this.name,
      this.text,
      this.nameForm,
      this.textForm,
      this.pageName,
      this.pageNameForm,
      this.pageText,
      this.presence,
    ];
  }

  /** Reads the matches of a word. */
  read(word: TopicWord): void {
    for (const array of this.arrays) array.fill(0);
    this.inCode = false;
    const forms = word.forms
      .filter(({ key }) => this.index.has(key))
      .map((form) => ({ ...form, rarity: this.rarityOf(form.key) }));
    const [first] = forms;
    this.found = first !== undefined;
    const known = first?.weight === 1;
    this.rarity = known ? first.rarity : rarestOf(forms);
    const identifier = word.role === 'identifier' || word.role === 'join';
    for (const { key, weight, rarity } of forms) {
      const decides = weight === 1 || !known;
      // A synonym that is everywhere must not stand for a rare word.
      const share = weight * Math.min(1, rarity / this.rarity);
      this.index.visit(key, (posting) => this.add(posting, share, identifier, decides));
    }
    this.judge();
  }

  /** Of a key of the map: by the number of sections that have it, with a page's names as one more. */
  private rarityOf(key: string): number {
    let frequency = 0;
    this.index.visit(key, () => {
      frequency += 1;
    });
    const all = this.index.sections.length;
    return inverseFrequency(Math.min(frequency, all), all) / inverseFrequency(0, all);
  }

  private add(posting: Readonly<Posting>, weight: number, identifier: boolean, decides: boolean): void {
    const { page, section, fields, code, body } = posting;
    this.pageText[page] = (this.pageText[page] ?? 0) + weight * (code + body);
    if (section < 0) {
      raise(this.pageName, page, weight * pageNameWeight(fields));
      if (fields > 0) raise(this.pageNameForm, page, weight);
    } else {
      raise(this.name, section, weight * sectionNameWeight(fields));
      if (fields > 0) raise(this.nameForm, section, weight);
      const length = (this.index.sections[section]?.length ?? 0) / this.index.meanLength;
      raise(this.text, section, weight * textValue(code, body, identifier, length));
      if (code + body > 0) raise(this.textForm, section, weight);
    }
    if (identifier && decides && code > 0) this.inCode = true;
    if (decides)
      this.presence[page] = (this.presence[page] ?? 0) | (fields > 0 ? IN_TEXT | IN_NAME : IN_TEXT);
  }

  private judge(): void {
    const { pages } = this.index;
    let present = 0;
    let named = 0;
    for (let p = 0; p < pages.length; p += 1) {
      const presence = this.presence[p] ?? 0;
      if (presence > 0) present += 1;
      if (presence & IN_NAME) named += 1;
    }
    const most = (pages.length > FEW_PAGES ? EVERYWHERE : 1) * pages.length;
    const telling = pages.length < TELLING_PAGES || this.inCode;
    this.everywhere = !telling && present >= most && (named === 0 || named >= most);
  }
}

function raise(values: Float64Array, at: number, value: number): void {
  if (value > (values[at] ?? 0)) values[at] = value;
}

function rarestOf(forms: readonly { rarity: number }[]): number {
  return forms.length === 0 ? 1 : Math.max(...forms.map(({ rarity }) => rarity));
}

/** From 0 towards 1; a half at `half`. */
export function saturated(count: number, half: number): number {
  return count / (count + half);
}

function inverseFrequency(frequency: number, all: number): number {
  return Math.log(1 + (all - frequency + 0.5) / (frequency + 0.5));
}

/** @param length of the section, as a multiple of the mean. */
function textValue(code: number, body: number, identifier: boolean, length: number): number {
  const half = TEXT.saturation * (1 - TEXT.length + TEXT.length * length);
  const value = TEXT.body * saturated(body + TEXT.codeCount * code, half);
  return identifier ? value + TEXT.code * saturated(code, TEXT.codeHalf) : value;
}

function pageNameWeight(fields: number): number {
  if (fields & FIELD.title) return NAME.title;
  if (fields & FIELD.feature) return NAME.feature;
  if (fields & FIELD.trigger) return NAME.trigger;
  return fields & FIELD.path ? NAME.path : 0;
}

function sectionNameWeight(fields: number): number {
  if (fields & FIELD.heading) return NAME.heading;
  return fields & FIELD.part ? NAME.part : 0;
}
