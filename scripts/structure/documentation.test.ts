import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/src/platform/config.ts';
import { ROOT } from '../lib/paths.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

/** A link to a file or to a heading on the same page. Links to other sites are not checked. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** Return the anchors of a page's headings, derived as on GitHub. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documentation', () => {
  it('has no broken links', () => {
    expect(PAGES).toContain('README.md');
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(LINK)].flatMap(([link, file, anchor]) => {
        const target = file ? join(dirname(page), file) : page;
        const isFound =
          existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
        return isFound ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('has decision records with consecutive numbers, a context, a decision and consequences', () => {
    const records = PAGES.filter((page) => page.startsWith('docs/decisions/')).sort();
    expect(records.length).toBeGreaterThan(1);
    records.forEach((record, index) => {
      const number = index + 1;
      expect(basename(record), record).toMatch(
        new RegExp(`^${String(number).padStart(4, '0')}-[a-z0-9-]+\\.md$`),
      );
      const headings = [...read(record).matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
      expect(headings, record).toEqual([
        expect.stringMatching(new RegExp(`^# ${number}\\. \\S`)),
        '## Context',
        '## Decision',
        '## Consequences',
      ]);
    });
  });
});

describe('docs/configuration.md', () => {
  /** Environment variables that must be set so that the configuration contains all defaults. */
  const BASE = {
    SESSION_SECRET: 'x'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  const rows = [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \| (.*?) ?\| .+ \|$/gm)].map(
    ([, name = '', value = '']) => ({ name, value }),
  );

  it('lists every variable that exists, and no others', () => {
    const names = new Set<string>();
    const env = new Proxy<Record<string, string>>(BASE, {
      get(variables, name: string) {
        names.add(name);
        return variables[name];
      },
    });
    readConfig(env);
    const settings = [...names].filter((name) => !name.endsWith('_FILE'));
    expect(rows.map(({ name }) => name).sort()).toEqual(settings.sort());
    const [, secrets = ''] = /The secrets are (.+?)\.\n/s.exec(read('docs/configuration.md')) ?? [];
    const inFiles = [...secrets.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}_FILE`);
    expect(inFiles.sort()).toEqual([...names].filter((name) => name.endsWith('_FILE')).sort());
  });

  it.each(
    rows.flatMap(
      ({ name, value }) =>
        /^`([^`]+)`$/
          .exec(value)
          ?.slice(1)
          .map((text) => ({ name, text })) ?? [],
    ),
  )('states the default of $name', ({ name, text }) => {
    expect(readConfig({ ...BASE, [name]: text })).toEqual(readConfig(BASE));
  });
});
