const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Whether a text holds a name as a whole word. */
export function hasWord(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + name.length)) return true;
  }
  return false;
}

function isWordAt(text: string, offset: number): boolean {
  return offset >= 0 && offset < text.length && WORD_CHARACTER.test(text.charAt(offset));
}
