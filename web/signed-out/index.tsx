import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { EndReason, Refusal } from '../../client'
import { eraseHistory, endSession } from '../session/erase'
import { texts } from '../i18n'
import { loginMark, type LoginMark } from '../session/login-mark'
import { EmptyState } from '../ui'
import { DeadEnd } from './dead-end'
import { ForgotPassword } from './forgot-password'
import { CreateOrganization } from './create-organization'
import { askHost, type Host } from './host'
import { Join } from './join'
import { Login } from './login'
import { NewAddress } from './new-address'
import { reasonOf } from '../ui/reason'
import { noticeOf } from './reasons'
import { Reset } from './reset'
import { onWord } from '../session/windows'
import { AuthPage } from './auth-page'
import './signed-out.css'

interface GateProps {
  /** Why the user was logged out or refused; undefined if they came by themselves. */
  readonly why: EndReason | Refusal | undefined
  /** The mark of the session that has ended or was refused. */
  readonly mark: LoginMark | null | undefined
  readonly onLoggedIn: () => void
}

/** The pages for people who are not logged in. The first part of the path chooses one. */
export function SignedOut({ why, mark, onLoggedIn }: GateProps) {
  const t = texts.signedOut
  const host = useSignal<Host | null>(null)
  const problem = useSignal<unknown>(null)
  const [, page = '', key = ''] = location.pathname.split('/')
  const isLogin = !['new', 'join', 'reset', 'email'].includes(page)

  async function loadHost(): Promise<void> {
    try {
      problem.value = null
      host.value = await askHost()
    } catch (error) {
      problem.value = error
    }
  }
  const notice = useSignal(noticeOf(why))
  // A user who has just logged out in another window needs no explanation.
  useEffect(() => onWord((word) => word.why === 'stopped' && (notice.value = '')), [])
  useEffect(() => {
    void loadHost()
    if (mark && typeof why === 'string') void endSession(mark, why)
    // An earlier page may have been closed before it had erased everything.
    else if (loginMark() === null) void eraseHistory()
  }, [])

  const { organization = null, founding } = host.value ?? {}
  const isGreeted = founding?.is_open === true && [null, location.hostname].includes(founding.root_domain)
  useEffect(() => {
    if (organization === null && isGreeted) history.replaceState(null, '', '/new')
  }, [organization, isGreeted])

  if (founding !== undefined && organization === null) {
    if (page === 'new' || isGreeted)
      return founding.is_open ? (
        <CreateOrganization founding={founding} onLoggedIn={onLoggedIn} />
      ) : (
        <DeadEnd why="notFounded" />
      )
    return (
      <main class="gate">
        <EmptyState isAll drawing="signpost" title={t.nobodyHere} advice={t.nobodyHereAdvice}>
          {founding.is_open && (
            <p class="ways">
              <a href="/new">{t.foundHere}</a>
            </p>
          )}
        </EmptyState>
      </main>
    )
  }
  if (isLogin) {
    const failure = problem.value === null ? '' : reasonOf(problem.value)
    return <Login organization={organization} notice={notice.value || failure} onLoggedIn={onLoggedIn} />
  }
  if (problem.value !== null) return <DeadEnd why={problem.value} onRetry={() => void loadHost()} />
  if (founding === undefined || organization === null) return <AuthPage title="" />
  const { realm_name } = organization
  switch (page) {
    case 'new':
      return founding.is_open ? (
        <CreateOrganization founding={founding} onLoggedIn={onLoggedIn} />
      ) : (
        <DeadEnd why="founded" />
      )
    case 'join':
      return <Join invitationKey={key} organization={organization} onLoggedIn={onLoggedIn} />
    case 'email':
      return <NewAddress token={key} realm_name={realm_name} />
    default:
      return key === '' ? (
        <ForgotPassword realm_name={realm_name} sendsMail={organization.server_sends_mail} />
      ) : (
        <Reset linkKey={key} realm_name={realm_name} onLoggedIn={onLoggedIn} />
      )
  }
}
