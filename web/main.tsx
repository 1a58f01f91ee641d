import './ui/styles/index.css'
import { render } from 'preact'
import { App, begin } from './app'
import { wantedLanguages, applyTheme } from './ui/styles/apply-theme'
import { loadLanguage } from './i18n/words'

/** Milliseconds for which nothing is shown rather than that something is opened. */
const glance = 150

/** A file that is dropped where nothing takes it would be opened by the browser, in place of the page. */
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    const isFile = event.dataTransfer?.types.includes('Files') && !(event.target as Element).matches('[type=file]')
    if (isFile) event.preventDefault()
  })

/** The frame that is drawn before this runs. It stays beside what is rendered until there is something to see. */
const skeleton = document.querySelector('.skeleton')

/** Not at the top: a language that is loaded needs this file, and must not wait for what waits for it. */
async function start(): Promise<void> {
  // `anew.js` looks for it.
  performance.mark('begun')
  if (skeleton) document.documentElement.append(skeleton)
  applyTheme()
  await loadLanguage(wantedLanguages())
  if (import.meta.env.DEV && location.pathname === '/parts') {
    const { Gallery } = await import('./ui/gallery')
    render(<Gallery />, document.body)
  } else {
    // What was kept is there sooner than anybody could read that it is opened.
    await Promise.race([begin(), new Promise((resolve) => setTimeout(resolve, glance))])
    render(<App />, document.body)
  }
}

void start()
