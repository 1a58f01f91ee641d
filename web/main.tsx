import './looks/index.css'
import { render } from 'preact'
import { App, begin } from './app'
import { wantedLanguages, wearLooks } from './kept-choices'
import { speak } from './words'

/** Milliseconds for which nothing is shown rather than that something is opened. */
const glance = 150

/** Not at the top: a language that is loaded needs this file, and must not wait for what waits for it. */
async function start(): Promise<void> {
  // `anew.js` looks for it.
  performance.mark('begun')
  wearLooks()
  await speak(wantedLanguages())
  if (import.meta.env.DEV && location.pathname === '/parts') {
    const { Exhibition } = await import('./parts/exhibition')
    render(<Exhibition />, document.body)
  } else {
    // What was kept is there sooner than anybody could read that it is opened.
    await Promise.race([begin(), new Promise((resolve) => setTimeout(resolve, glance))])
    render(<App />, document.body)
  }
}

void start()
