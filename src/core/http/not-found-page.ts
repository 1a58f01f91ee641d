import { smallPage } from './small-page'

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
export function notFoundPage({ headers, method }: Request): Response {
  const language = languageOf(headers)
  const { title, advice, home } = texts[language]
  const body = `<p>${advice}</p><a href="/">${home}</a>`
  const page = smallPage({ status: 404, language, isRightToLeft: false, title, body, hasForm: false })
  return method === 'HEAD' ? new Response(null, page) : page
}
