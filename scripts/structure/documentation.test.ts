import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, parseCommandLine, usageOf } from '../../server/src/operator/commands.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { ROOT } from '../lib/paths.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

/** Maps each value of a command's `runs` field to the mode that the table in docs/operations.md shows. */
const MODES = { site: 'site', database: 'site', stopped: 'stopped', none: 'anywhere' } as const;

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

  it('has consecutively numbered decision records, each with all sections', () => {
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

describe('docs/operations.md', () => {
  it('lists every command of the operator tool as it is declared', () => {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = COMMANDS.map(
      (command) => `| \`${cell(usageOf(command))}\` | ${cell(command.summary)} | ${MODES[command.runs]} |`,
    );
    const table = ['| command | what it does | mode |', '|---|---|---|', ...rows].join('\n');
    const [, listed] =
      /<!-- commands: begin -->\n(.*?)\n<!-- commands: end -->/s.exec(read('docs/operations.md')) ?? [];
    expect(listed).toBe(table);
  });

  it('names only commands that exist', () => {
    const pages = [
      ...PAGES,
      ...globSync('deploy/systemd/*', { cwd: ROOT }).filter((path) => /\.service$/.test(path)),
    ];
    const lines = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:npm run rivalhold --|src\/cli\.ts|^ {4,}rivalhold) ([^`\n]+)/gm)].map(
        ([, line = '']) => ({ page, line }),
      ),
    );
    expect(lines.length).toBeGreaterThan(30);
    const unknown = lines.filter(
      ({ line }) => !line.startsWith('COMMAND') && parseCommandLine(line.split(/\s+/)) === null,
    );
    expect(unknown).toEqual([]);
  });

  it('has at most 3,500 words, and each runbook has at most 500', () => {
    const words = (page: string) => read(page).split(/\s+/).length;
    expect(words('docs/operations.md')).toBeLessThanOrEqual(3_500);
    const runbooks = PAGES.filter((page) => page.startsWith('docs/runbooks/'));
    expect(runbooks.length).toBeGreaterThan(10);
    for (const page of runbooks) expect([page, words(page) <= 500]).toEqual([page, true]);
  });
});

describe('docs/configuration.md', () => {
  /** Environment variables without which some settings do not have the documented defaults. */
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
    const [, secrets = ''] = /The secrets are (.+?)\.\s/s.exec(read('docs/configuration.md')) ?? [];
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
