import { createHash } from 'node:crypto'

/** A page of one heading and a few words, for people who are not in the web client. */
interface SmallPage {
  readonly status: number
  /** Tag of its language. */
  readonly language: string
  readonly isRightToLeft: boolean
  /** HTML of the heading, without elements. */
  readonly title: string
  /** HTML of what follows the heading. */
  readonly body: string
  /** Whether it has a form, which it may send to this server. */
  readonly hasForm: boolean
}

const style = `:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{margin:0;background:light-dark(#fff,#1f2023);color:light-dark(#1c1c1a,#ececea)}
main{display:grid;place-content:center;justify-items:center;gap:8px;min-height:100svh;padding:16px;box-sizing:border-box;text-align:center;overflow-wrap:anywhere}
h1{margin:8px 0 0;font-size:20px}
p{margin:0 0 8px;max-width:40ch;color:light-dark(#62625e,#a6a6a2)}
a{color:light-dark(#095b58,#5cc8c0)}
main>a,button{display:grid;align-items:center;min-height:44px;padding:0 16px;border:0;border-radius:6px;background:light-dark(#095b58,#5cc8c0);color:light-dark(#fff,#10201f);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
form{margin:0 0 8px}`

/** The page may load nothing but its style and the icon, and run nothing. */
const policyOf = ({ hasForm }: SmallPage): string =>
  `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'`

const htmlOf = ({ language, isRightToLeft, title, body }: SmallPage): string =>
  `<!doctype html><html lang="${language}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/icon.svg"><style>${style}</style><main><img src="/icon.svg" alt="" width="48" height="48"><h1>${title}</h1>${body}</main></html>`

/** A page that needs neither a script nor the web client. It is in the theme of the system. */
export const smallPage = (page: SmallPage): Response =>
  new Response(htmlOf(page), {
    status: page.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(page),
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Language',
    },
  })
