import { createHash } from 'node:crypto'

/** What the page says, by language. */
const texts = {
  en: {
    title: 'This page doesn’t exist',
    advice: 'Check the address, or start again from the home page.',
    home: 'Go to the home page',
  },
  de: {
    title: 'Diese Seite gibt es nicht',
    advice: 'Prüf die Adresse, oder fang auf der Startseite von vorn an.',
    home: 'Zur Startseite',
  },
}

const style = `:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{margin:0;background:light-dark(#fff,#1f2023);color:light-dark(#1c1c1a,#ececea)}
main{display:grid;place-content:center;justify-items:center;gap:8px;min-height:100svh;padding:16px;box-sizing:border-box;text-align:center}
h1{margin:8px 0 0;font-size:20px}
p{margin:0 0 8px;color:light-dark(#62625e,#a6a6a2)}
a{display:grid;align-items:center;min-height:44px;padding:0 16px;border-radius:6px;background:light-dark(#095b58,#5cc8c0);color:light-dark(#fff,#10201f);font-weight:600;text-decoration:none}`

/** The page may load nothing but its style and the icon, and run nothing. */
const policy = (): string =>
  `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const pageIn = (language: keyof typeof texts): string => {
  const { title, advice, home } = texts[language]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/icon.svg"><style>${style}</style><main><img src="/icon.svg" alt="" width="48" height="48"><h1>${title}</h1><p>${advice}</p><a href="/">${home}</a></main></html>`
}

/** The best of our languages for somebody: browsers list theirs, the best one first. English if we have none of them. */
function languageOf(headers: Headers): keyof typeof texts {
  const named = (headers.get('Accept-Language') ?? '').slice(0, 200).toLowerCase().split(',')
  const known = named.map((one) => one.trim().slice(0, 2)).find((one) => one in texts)
  return (known ?? 'en') as keyof typeof texts
}

/** Whether somebody visits an address outside of the API in a browser. Programs get the error of the API. */
export function isVisit({ method, headers, url }: Request): boolean {
  const { pathname } = new URL(url)
  const isOfApi = /^\/+api(?:\/|$)/.test(pathname)
  return (method === 'GET' || method === 'HEAD') && !isOfApi && (headers.get('Accept') ?? '').includes('text/html')
}

/** The page for an address at which there is nothing. It quotes nothing of the request. */
export const notFoundPage = ({ headers, method }: Request): Response =>
  new Response(method === 'HEAD' ? null : pageIn(languageOf(headers)), {
    status: 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(),
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Language',
    },
  })
