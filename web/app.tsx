import { signal } from '@preact/signals'
import { CloudOff } from 'lucide'
import { Refusal, type EndReason } from '../client'
import { Frame } from './frame'
import { open, type Session } from './open'
import { Button, Empty, later, Toasts } from './parts'
import { SessionProvider } from './session'
import { words } from './words'

type Stage =
  | { readonly at: 'opening' }
  | { readonly at: 'failed'; readonly advice: string }
  | { readonly at: 'gate'; readonly why?: unknown }
  | { readonly at: 'open'; readonly session: Session }

const Gate = later(async () => (await import('./gate')).Gate)

const stage = signal<Stage>({ at: 'opening' })

/** Opens the organization, or the login if nobody is logged in. */
async function enter(): Promise<void> {
  stage.value = { at: 'opening' }
  try {
    const session = await open(onEnd)
    if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`)
    document.title = `${session.store.state.realm_name.value} · ${words.name}`
    stage.value = { at: 'open', session }
  } catch (error) {
    const isKnown = error instanceof Refusal && (error.status ?? 0) < 500
    stage.value = isKnown
      ? { at: 'gate', why: error }
      : { at: 'failed', advice: error instanceof Refusal ? error.message : words.opening.failedAdvice }
  }
}

function leave(why?: unknown): void {
  if (stage.value.at === 'open') void stage.value.session.close()
  document.title = words.name
  stage.value = { at: 'gate', why }
}

function onEnd(why: EndReason): void {
  if (why === 'unauthorized') leave('ended')
}

/** Begins at the address: whoever comes to log in, or follows a link, is not asked who they are. */
export async function begin(): Promise<void> {
  if (location.pathname !== '/') leave()
  else await enter()
}

const Stages = () => {
  const now = stage.value
  switch (now.at) {
    case 'opening':
      return (
        <main class="opening">
          <p role="status">{words.opening.now}</p>
        </main>
      )
    case 'failed':
      return (
        <main class="opening">
          <Empty isAll icon={CloudOff} title={words.opening.failed} advice={now.advice}>
            <Button kind="main" onClick={() => void enter()}>
              {words.opening.again}
            </Button>
          </Empty>
        </main>
      )
    case 'gate':
      return <Gate why={now.why} onLoggedIn={() => void enter()} />
    default:
      return (
        <SessionProvider value={now.session}>
          <Frame onLoggedOut={() => leave()} />
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
