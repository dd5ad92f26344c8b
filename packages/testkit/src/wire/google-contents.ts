import { elements, isObject, type JsonObject, member } from '../json.ts';

/** A content with its parts, and where it stands in the body. */
export interface PlacedContent {
  role: unknown;
  parts: JsonObject[];
  path: string;
}

/** A model turn with the user contents behind it, up to the next model turn. */
export interface Exchange {
  /** What stands directly in front of the model turn. */
  before: PlacedContent | undefined;
  /** Absent for user contents that no model turn precedes. */
  model: PlacedContent | undefined;
  users: PlacedContent[];
}

/** The contents of a request body. */
export function contentsOf(body: unknown): PlacedContent[] {
  return elements(member(body, 'contents')).map((content, at) => ({
    role: member(content, 'role'),
    parts: elements(member(content, 'parts')).map((part) => (isObject(part) ? part : {})),
    path: `contents[${at}]`,
  }));
}

/** Cuts the contents in front of every model turn. */
export function exchangesOf(contents: readonly PlacedContent[]): Exchange[] {
  const exchanges: Exchange[] = [{ before: undefined, model: undefined, users: [] }];
  contents.forEach((content, at) => {
    if (content.role === 'model') exchanges.push({ before: contents[at - 1], model: content, users: [] });
    else exchanges.at(-1)?.users.push(content);
  });
  return exchanges;
}

/** The objects under one key of the parts: every `functionCall`, every `functionResponse`. */
export function dataOf(content: PlacedContent | undefined, key: string): JsonObject[] {
  const parts = content?.parts ?? [];
  return parts
    .filter((part) => part[key] !== undefined)
    .map((part) => (isObject(part[key]) ? part[key] : {}));
}
