import { effect, signal } from '@preact/signals'
import { whyNotAdmitted, Refusal, type EndReason } from '../client'
import { Layout } from './shell/layout'
import { firstView } from './lib/first-view'
import { loginMark, removeLoginMark, type LoginMark } from './session/login-mark'
import { open, type Session } from './session/open'
import { Button, EmptyState, lazy, Toasts } from './ui'
import { SessionProvider } from './session/context'
import { loadStartupTexts, texts } from './i18n'
import { loadReasons, reasonOf } from './ui/reason'

type Stage =
  | { readonly at: 'opening' }
  | { readonly at: 'failed'; readonly advice: string }
  | {
      readonly at: 'signed-out'
      readonly why?: EndReason | Refusal | undefined
      readonly mark?: LoginMark | null | undefined
    }
  | { readonly at: 'open'; readonly session: Session }

const Background = lazy(async () => (await import('./background')).Background, firstView)
const SignedOut = lazy(async () => (await import('./signed-out')).SignedOut)

const stage = signal<Stage>({ at: 'opening' })

// Removes the skeleton in the turn that changes the stage, so that both are never painted together.
effect(() => {
  if (stage.value.at !== 'opening') document.querySelector('.skeleton')?.remove()
})

/** Opens the organization, or shows the login if nobody is logged in. */
async function enter(): Promise<void> {
  stage.value = { at: 'opening' }
  const mark = loginMark()
  try {
    // The organization is read from storage while the texts are loading.
    const session = await open(mark, (why) => leave(why, mark))
    await loadStartupTexts()
    if (session.client.ending.peek() !== null) return
    if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`)
    document.title = `${session.store.state.realm_name.value} · ${texts.app.name}`
    stage.value = { at: 'open', session }
  } catch (error) {
    await loadStartupTexts()
    const isKnown = error instanceof Refusal && (error.status ?? 0) < 500
    if (isKnown) leave(whyNotAdmitted(error) ?? error, mark)
    else {
      // They say why; if they cannot be loaded, the server does.
      await loadReasons().catch(() => undefined)
      stage.value = { at: 'failed', advice: error instanceof Refusal ? reasonOf(error) : texts.opening.failedAdvice }
    }
  }
}

/** Leaves the organization and shows the login. `why` and `mark` say which session has ended and for what reason. */
function leave(why?: EndReason | Refusal, mark?: LoginMark | null): void {
  if (stage.value.at === 'open') void stage.value.session.close()
  document.title = texts.app.name
  // Removes the mark now, not after erasing: if this page closes too early, the next page sees no mark and erases the rest.
  if (mark && !(why instanceof Refusal)) removeLoginMark(mark)
  stage.value = { at: 'signed-out', why, mark }
}

/**
 * Starts at the address of the page. Only `/` needs the session: other paths (login, invitation, password link) are for people
 * who are logged out, and without a mark the server need not be asked.
 */
export async function begin(): Promise<void> {
  if (location.pathname === '/' && loginMark() !== null) return enter()
  await loadStartupTexts()
  leave()
}

const Stages = () => {
  const current = stage.value
  switch (current.at) {
    case 'opening':
      return (
        <main class="opening">
          <p role="status">{texts.opening.now}</p>
        </main>
      )
    case 'failed':
      return (
        <main class="opening">
          <EmptyState isAll drawing="cloud" title={texts.opening.failed} advice={current.advice}>
            <Button kind="main" onClick={() => void enter()}>
              {texts.opening.again}
            </Button>
          </EmptyState>
        </main>
      )
    case 'signed-out':
      return <SignedOut why={current.why} mark={current.mark} onLoggedIn={() => void enter()} />
    default:
      return (
        <SessionProvider value={current.session}>
          <Layout />
          <Background />
        </SessionProvider>
      )
  }
}

export const App = () => (
  <>
    <Stages />
    <Toasts />
  </>
)
