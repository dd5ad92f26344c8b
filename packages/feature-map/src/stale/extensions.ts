/** File names and extensions by which a code span is taken for a path. */

/** Extensions of files that are hardly ever the last part of anything but a file's name. */
const PLAIN = new Set(
  `adoc astro bash bat bzl c++ cc clj cljs cmake coffee conf cpp cs csproj cts csv cxx dart ejs elm
  erb erl ex exs fish fsx gemspec gql gradle graphql groovy haml hbs hcl hpp hrl hs hxx ini ipynb java
  jl json5 jsonc jsonl jsx kt kts lean less lua mdx ml mli mm mts nim nix njk patch php pl plist pm podspec
  prisma proto ps1 psm1 pug py pyi pyx rake rb rs rst sass sbt scala scss sh sln sol sql
  svelte svg swift tcl tex tf tfvars tmpl toml tpl ts tsv tsx twig txt vb vim vue wgsl wit xhtml xsd xsl yaml
  yml zig zsh`.split(/\s+/),
);

/** Extensions that are names of members (`res.json`, `ctx.fs`) or ends of product names (Node.js) just as well. */
const AMBIGUOUS = new Set(
  'asm bin c cjs css d fs go h htm html inc js json key lock log m map md mjs r s v xml'.split(' '),
);

/** Files that are known without an extension. */
const NAMES = new Set(
  `BUILD Brewfile Caddyfile CODEOWNERS COPYING Containerfile Dockerfile Fastfile Gemfile GNUmakefile Jenkinsfile
  Justfile justfile LICENSE Makefile makefile NOTICE Pipfile Podfile Procfile Rakefile Tiltfile Vagrantfile
  WORKSPACE`.split(/\s+/),
);

export type NameKind = 'plain' | 'ambiguous' | 'none';

/** How surely a file's name says that it is one. */
export function kindOfName(name: string): NameKind {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1) return 'none';
  const extension = name.slice(dot + 1).toLowerCase();
  return PLAIN.has(extension) ? 'plain' : AMBIGUOUS.has(extension) ? 'ambiguous' : 'none';
}

/** Whether a file of this name is known by it, as `Makefile` is. */
export function isKnownName(name: string): boolean {
  return NAMES.has(name);
}

/** The extension of a path in lower case, without its dot, '' where there is none. */
export function extensionOf(file: string): string {
  return /[^/]\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}

const NOT_SEARCHED =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json)$|\.(?:lock|svg|csv|tsv|map|patch|snap|min\.js|min\.css|md|mdx|rst|adoc|txt|tex)$/i;

/** Whether a search for code looks into a file: text that is written by hand and is no documentation. */
export function holdsCode(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (NOT_SEARCHED.test(file)) return false;
  return (
    kindOfName(name) !== 'none' || isKnownName(name) || !name.includes('.', 1) || name.startsWith('.env')
  );
}

const DATA_FILE = /\.(?:conf|ini|json|json5|jsonc|properties|toml|ya?ml)$|(?:^|\/)\.env[^/]*$/i;

/** Whether a file holds values and no code. */
export function isDataFile(file: string): boolean {
  return DATA_FILE.test(file);
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/|(?:^|[/._-])(?:test|spec)s?(?=[._-])|[._-](?:test|spec)s?$|(?:Tests?|Spec|IT)\.(?:java|kts?|cs|scala|groovy|swift|php)$/;

/** Whether a path is one of test code, by its name. */
export function isTestFile(file: string): boolean {
  return TEST_FILE.test(file);
}
