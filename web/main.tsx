import './ui/styles/index.css'
import { render } from 'preact'
import { App, begin } from './app'
import { applyTheme } from './ui/styles/apply-theme'
import { loadStartupTexts } from './i18n'

/** Milliseconds before "opening" is shown. A stored organization usually opens sooner. */
const glance = 150

/** Otherwise the browser would open a dropped file in place of the page. */
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    const isFile = event.dataTransfer?.types.includes('Files') && !(event.target as Element).matches('[type=file]')
    if (isFile) event.preventDefault()
  })

/** The static layout in `index.html`. It stays over the rendered page until `app.tsx` has something to show. */
const skeleton = document.querySelector('.skeleton')

async function start(): Promise<void> {
  // `anew.js` checks for this mark.
  performance.mark('begun')
  if (skeleton) document.documentElement.append(skeleton)
  applyTheme()
  if (import.meta.env.DEV && location.pathname === '/parts') {
    await loadStartupTexts()
    const { Gallery } = await import('./ui/gallery')
    render(<Gallery />, document.body)
  } else {
    // Usually the stored organization opens before anybody could read that it is opening.
    await Promise.race([begin(), new Promise((resolve) => setTimeout(resolve, glance))])
    await loadStartupTexts()
    render(<App />, document.body)
  }
}

void start()
