import { writeFileSync } from 'node:fs';
import type { Theme } from '../browser.ts';
import type { VisitorName } from './fixtures.ts';

export type Shot = { scene: string; as: VisitorName; width: number; theme: Theme; file: string };

const STYLE = `
  body { margin: 2rem; background: #181818; color: #eee; font: 15px/1.5 system-ui, sans-serif; }
  section { margin-block: 2rem; }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; }
  figure { margin: 0; }
  img { display: block; width: auto; max-width: 30rem; height: 24rem; object-fit: cover; object-position: top; }
  figcaption { color: #aaa; font-size: 13px; }`;

/** Write an HTML page that shows all screenshots, grouped by scene. A click opens the full picture. */
export function writeContactSheet(path: string, shots: readonly Shot[]): void {
  const scenes = Map.groupBy(shots, ({ scene }) => scene);
  const sections = [...scenes].map(
    ([scene, own]) =>
      `<section><h2>${scene} (${own[0]?.as})</h2><div>${own.map(figure).join('')}</div></section>`,
  );
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style><h1>${
      shots.length
    } screens</h1>${sections.join('\n')}</html>\n`,
  );
}

const figure = ({ scene, width, theme, file }: Shot) => {
  const received = `${width} px, ${theme}`;
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${scene}, ${received}"></a><figcaption>${received}</figcaption></figure>`;
};
