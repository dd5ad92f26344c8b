/** Types, values and functions that languages and platforms bring along, so that no file of a project has to. */
const WELL_KNOWN = new Set(
  `AbortController AbortSignal Any ArrayBuffer Array ArrayList AsyncGenerator AsyncIterable AsyncIterator Awaited
  BigInt BigInt64Array BigUint64Array Blob Boolean Box BTreeMap Buffer Callable ClassVar CompletableFuture
  DataView DateTime Date DefaultDict Dict DOMException EventEmitter EventSource EventTarget Exclude Extract
  FinalizationRegistry Float32Array Float64Array FormData FrozenSet Generator HashMap HashSet IEnumerable
  Infinity InstanceType Int16Array Int32Array Int8Array IntersectionObserver Iterable Iterator JavaScript
  KeyError LinkedList List LocalDate Map MessageChannel MessagePort MutationObserver Mutex NaN NonNullable NotImplemented
  NullPointerException Number Object Omit Option Optional OrderedDict Parameters Partial PathBuf Pick
  Promise Proxy RangeError Readable ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet Record
  ReferenceError RefCell RegExp Request Required ResizeObserver Response Result ReturnType RuntimeError
  Set SharedArrayBuffer StopIteration String StringBuilder Symbol SyntaxError TextDecoder TextEncoder
  TransformStream Tuple TypeError TypeScript TypeVar Uint16Array Uint32Array Uint8Array Uint8ClampedArray Union
  URL URLSearchParams ValueError Vec WeakMap WeakRef WeakSet WebAssembly WebSocket Worker WritableStream
  XMLHttpRequest GitHub GitLab MySQL MongoDB PostgreSQL SQLite GraphQL OpenAPI OAuth DevTools IndexedDB
  localStorage sessionStorage structuredClone queueMicrotask setImmediate setInterval setTimeout clearTimeout
  clearInterval requestAnimationFrame addEventListener removeEventListener dispatchEvent isinstance issubclass
  instanceof typeof keyof unsafe_code macOS iOS iPadOS tvOS watchOS
  alert confirm eval exec fetch input len main open panic print printf println range require super
  componentDidMount componentDidUpdate componentWillUnmount forwardRef createElement useCallback useContext
  useEffect useMemo useReducer useRef useState
  AbortError CustomEvent DataCloneError InvalidStateError KeyboardEvent MouseEvent NetworkError NotFoundError
  PointerEvent QuotaExceededError SecurityError TimeoutError UnhandledRejection className classList dataset
  dangerouslySetInnerHTML documentElement getElementById htmlFor innerHTML innerText querySelector
  querySelectorAll readonly tabIndex textContent`.split(/\s+/),
);
/** Acronyms, HTTP verbs, error codes, signals: capitals without an underscore, or the codes of a platform. */
/** Also what a browser calls: `onClick`. */
const CODE = /^(?:on[A-Z]\p{Ll}+|[\p{Lu}\d]+s?|ERR_[\p{Lu}\d_]+|__\w+__)$/u;
/** Two humps, two words with an underscore between them. */
const SEVERAL_WORDS = /\p{Ll}\d*\p{Lu}|\p{Lu}{2}\p{Ll}|[\p{L}\d]_[\p{L}\d]/u;

/** Whether a word needs no definition in a project: of a language, a platform, or in capitals like an acronym. */
export function isWellKnown(word: string): boolean {
  return WELL_KNOWN.has(word) || CODE.test(word);
}

/** Whether a text has the form that only identifiers have: of several words written as one, or called. */
export function isIdentifierForm(text: string): boolean {
  return SEVERAL_WORDS.test(text) || /\)$/.test(text);
}
