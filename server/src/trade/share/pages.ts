import { readFileSync } from 'node:fs';
import { langOfText } from '@upaj/contract/lang-of-text';
import { imageVariant, photoWidths } from '@upaj/contract/limits';
import { languages, type Language } from '@upaj/contract/texts';
import { jsonScript, markup, trustedMarkup, type Markup } from '#src/platform/html.ts';
import { allLanguages, textsIn } from '#src/platform/texts.ts';
import { addressOf, alternatesOf } from './addresses.ts';
import { previewSize } from './preview-photo.ts';
import type { PublicPost, PublicProfile } from './store.ts';
import { verifiedText, type PostWording } from './wording.ts';

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const style = trustedMarkup(`<style>${css}</style>`);

export interface PostPage {
  post: PublicPost;
  wording: PostWording;
  /** The origin of all addresses in the page. */
  site: string;
  language: Language;
  /** The language that the address names, if it does. */
  chosen?: Language | undefined;
}

export function writePostPage(page: PostPage): string {
  const { post, wording, site, language } = page;
  const t = textsIn(language, 'public-page');
  const tPage = textsIn(language, 'post-page');
  const { title, price, unit, quantity, crop, place, seller, summary } = wording;
  const langOf = (text: string) => langOfText(text, language) ?? language;
  const badge = (text: string) => markup` <span class="badge">${text}</span>`;
  const verified = markup` <span class="verified">✓ ${verifiedText(post.verifiedFor, language)}</span>`;
  const soldOut = markup`<p class="badge sold">${textsIn(language, 'post')('soldOut')}</p>`;
  const content = markup`<article>
${photo(post, wording, language)}
<div class="facts">
${post.isAvailable ? undefined : soldOut}
<h1 dir="auto" lang="${langOf(title)}">${title}</h1>
<p class="price"><b>${price}</b> <span>${unit}</span></p>
${mandiLine(wording)}
<dl>
<dt>${tPage('quantity')}</dt><dd dir="auto" lang="${langOf(quantity)}">${quantity}</dd>
<dt>${tPage('cropType')}</dt><dd dir="auto">${crop}${post.isOrganic ? badge(tPage('organic')) : undefined}</dd>
<dt>${tPage('location')}</dt><dd>${place}</dd>
<dt>${t('seller')}</dt><dd><bdi lang="${langOf(seller)}">${seller}</bdi>${post.isVerified ? verified : undefined}</dd>
</dl>
<a class="button" href="/post/${post.id}">${t('open')}</a>
<p class="hint">${t('openText')}</p>
</div>
</article>
<footer class="hint">${t('about')}</footer>`;
  const head = markup`${addressTags(page)}
${postTags(page)}
${jsonScript('application/ld+json', productData(post, wording, site))}`;
  return writePage({ title: `${title} · Upaj`, description: summary, language, head, content });
}

/**
 * Writes the page for a post that does not exist or may not be seen. With `failure`, writes a page that says this text.
 */
export function writeFailurePage(language: Language, failure?: string): string {
  const t = textsIn(language, 'public-page');
  const title = t(failure === undefined ? 'missingTitle' : 'failedTitle');
  const content = markup`<div class="missing">
<h1>${title}</h1>
<p>${failure ?? t('missingText')}</p>
<a class="button" href="/">${t('toUpaj')}</a>
</div>`;
  const head = markup`<meta name="robots" content="noindex">`;
  return writePage({ title: `${title} · Upaj`, description: t('about'), language, head, content });
}

/** Writes the tags for link previews that the app's own page of the post has. */
export function writePostHead(page: PostPage): string {
  const address = addressOf(page.site, page.post.id);
  return markup`<link rel="canonical" href="${address}">${postTags(page)}`.text;
}

export function writeProfileHead(
  { username, shownPost: photo }: PublicProfile,
  wording: { title: string; summary: string },
  { site, language }: { site: string; language: Language },
): string {
  const url = `${site}/user/${encodeURIComponent(username)}`;
  const tags = previewTags({ ...wording, url, photo, site, language });
  return markup`<link rel="canonical" href="${url}">${tags}`.text;
}

interface Page {
  title: string;
  description: string;
  language: Language;
  head: Markup;
  content: Markup;
}

function writePage({ title, description, language, head, content }: Page): string {
  const inOthers = allLanguages
    .filter((other) => other !== language)
    .map((other) => {
      const text = textsIn(other, 'public-page')('readHere');
      return markup`<li><a href="?lang=${other}" lang="${other}" hreflang="${other}">${text}</a></li>`;
    });
  const choice = markup`<details><summary>${languages[language]}</summary><ul>${inOthers}</ul></details>`;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#12482a">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
${style}
</head>
<body>
<header><div><a class="brand" href="/">Upaj <span lang="hi">उपज</span></a>${choice}</div></header>
<main>
${content}
</main>
</body>
</html>
`.text;
}

function photo({ image }: PublicPost, { title }: PostWording, language: Language): Markup | undefined {
  if (!image) return undefined;
  const files = photoWidths.map((width) => `${imageVariant(image.url, width)} ${width}w`).join(', ');
  const alt = textsIn(language, 'post')('photo', { title, number: 1 });
  const source = markup`src="${imageVariant(image.url, 640)}" srcset="${files}" sizes="(min-width: 48rem) 36rem, 100vw"`;
  return markup`<img class="photo" ${source} width="${image.width}" height="${image.height}" alt="${alt}">`;
}

function mandiLine({ mandi }: PostWording): Markup | undefined {
  if (!mandi) return undefined;
  const side = mandi.isBelow ? 'below' : '';
  return markup`<p class="mandi"><b class="${side}">${mandi.difference}</b> <small>${mandi.line}</small></p>`;
}

function addressTags({ post: { id }, site, chosen }: PostPage): Markup {
  const others = alternatesOf(site, id).map(
    ({ language, address }) => markup`<link rel="alternate" hreflang="${language}" href="${address}">\n`,
  );
  return markup`<link rel="canonical" href="${addressOf(site, id, chosen)}">\n${others}`;
}

function postTags({ post, wording, site, language, chosen }: PostPage): Markup {
  const { id, image, price } = post;
  const photo = image && { id, image };
  return previewTags({ ...wording, url: addressOf(site, id, chosen), photo, site, language, amount: price });
}

interface Preview {
  title: string;
  summary: string;
  url: string;
  photo: PublicProfile['shownPost'];
  site: string;
  language: Language;
  amount?: number;
}

function previewTags({ title, summary, url, photo, site, language, amount }: Preview): Markup {
  const facts: [string, string | number][] = [
    ['og:site_name', 'Upaj'],
    ['og:type', amount === undefined ? 'profile' : 'product'],
    ['og:title', title],
    ['og:description', summary],
    ['og:url', url],
    ['og:locale', `${language}_IN`],
  ];
  if (photo) {
    const { width, height } = previewSize(photo.image);
    const address = `${addressOf(site, photo.id)}/photo.jpg`;
    facts.push(
      ['twitter:image', address],
      ['og:image', address],
      ['og:image:type', 'image/jpeg'],
      ['og:image:width', width],
      ['og:image:height', height],
      ['og:image:alt', title],
    );
  }
  if (amount !== undefined) facts.push(['product:price:amount', amount], ['product:price:currency', 'INR']);
  const card = photo ? 'summary_large_image' : 'summary';
  return markup`${facts.map(([name, value]) => markup`<meta property="${name}" content="${value}">\n`)}
<meta name="twitter:card" content="${card}">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${summary}">`;
}

/** Describes the post for search engines, as schema.org defines it. */
function productData(post: PublicPost, { title, summary, crop, seller, place }: PostWording, site: string) {
  const address = addressOf(site, post.id);
  const { price } = post;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description: summary,
    category: crop,
    url: address,
    ...(post.image && { image: [`${address}/photo.jpg`, site + post.image.url] }),
    offers: {
      '@type': 'Offer',
      url: address,
      price,
      priceCurrency: 'INR',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'INR',
        unitText: post.priceUnit,
      },
      availability: `https://schema.org/${post.isAvailable ? 'InStock' : 'SoldOut'}`,
      areaServed: place,
      seller: { '@type': 'Person', name: seller },
    },
  };
}
