import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentName, type PagePath, RENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { LruCache } from '../concurrency/lru-cache.ts';
import { siteUrl } from '../config.ts';
import type { GuestPage, Site } from '../site.ts';
import { createDocument, type DocumentSender } from './client-documents.ts';
import { fillPlaceholders } from './escape-html.ts';

/** The renderer in the built client: see web/src/server-pages.tsx. */
type Renderer = {
  renderGuestPage: (page: string, pathname: string, data: unknown, config: object) => Promise<string>;
};

type Finder = (site: Site, id: number) => Promise<GuestPage | null>;
/** A page template. `version` is a hash of `html`. The entity tags of the template's documents contain it. */
type Template = { html: string; version: string };

/** Maximum number of cached documents, of about 60 KB each. */
const MAX_DOCUMENTS = 100;
const ID_IN_PATH = /^\/[a-z-]+\/([1-9]\d{0,14})$/;

/** Renders the guest pages that depend on the id in their path. */
export class GuestPages {
  readonly #site: Site;
  readonly #finders: ReadonlyMap<string, Finder>;
  readonly #templates: ReadonlyMap<string, Template>;
  readonly #rendererFile: string;
  #renderer: Promise<Renderer> | undefined;
  readonly #documents = new LruCache<string, DocumentSender>({ max: MAX_DOCUMENTS });

  /**
   * Read the page templates.
   * @param folder the folder of the built client
   * @param readFile returns the text of a file in the folder
   */
  constructor(site: Site, folder: string, readFile: (name: string) => string | undefined) {
    this.#site = site;
    this.#finders = new Map(
      site.features.flatMap(({ guestPages = {} }) => Object.entries(guestPages) as [string, Finder][]),
    );
    this.#rendererFile = path.join(folder, 'server/server-pages.js');
    this.#templates = new Map(
      existsSync(this.#rendererFile)
        ? RENDERED_PATHS.flatMap((page) => {
            const template = readFile(`pages/rendered/${documentName(page)}`);
            if (template === undefined) return [];
            const version = createHash('sha256').update(template).digest('base64url').slice(0, 10);
            return [[page, { html: template, version }] as const];
          })
        : [],
    );
  }

  /** Report whether the content of a page depends on the id in its path. */
  has(page: PagePath): boolean {
    return this.#finders.has(page);
  }

  /**
   * Return the document of a page with its entity tag. Return null if the content of the page does not exist or is
   * hidden from guests. `document` is null if the built client has no template for the page.
   */
  async find(
    page: PagePath,
    pathname: string,
  ): Promise<{ document: DocumentSender | null; tag: string } | null> {
    const id = Number(ID_IN_PATH.exec(pathname)?.[1] ?? 0);
    const shown = id > 0 ? await this.#finders.get(page)?.(this.#site, id) : null;
    if (!shown) return null;
    const template = this.#templates.get(page);
    if (!template) return { document: null, tag: shown.tag };
    const tag = shown.tag.replace('"', `"${template.version}-`);
    const document = await this.#documents.get(tag, async () =>
      createDocument(await this.#render(template.html, page, pathname, shown)),
    );
    return { document, tag };
  }

  async #render(template: string, page: PagePath, pathname: string, shown: GuestPage): Promise<string> {
    this.#renderer ??= import(pathToFileURL(this.#rendererFile).href) as Promise<Renderer>;
    const { config } = this.#site;
    const { supportEmail, sourceUrl } = config;
    const html = await (await this.#renderer).renderGuestPage(page, pathname, shown.data, {
      supportEmail,
      sourceUrl,
    });
    const texts = {
      SITE_URL: siteUrl(config),
      PAGE_PATH: pathname,
      PAGE_TITLE: shown.title,
      PAGE_DESCRIPTION: shown.description,
      IMAGE_PATH: shown.image.path,
      IMAGE_WIDTH: String(shown.image.width),
      IMAGE_HEIGHT: String(shown.image.height),
      IMAGE_TEXT: shown.image.text,
    };
    const data = JSON.stringify(shown.data).replaceAll('<', '\\u003c');
    return fillPlaceholders(template, texts)
      .replace('<!--page-->', () => html)
      .replace('<!--data-->', () => `<script type="application/json" id="page-data">${data}</script>`);
  }
}
