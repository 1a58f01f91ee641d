import { firstView } from '../../lib/first-view'
import { lazy } from '../../ui'

/** The sidebar. It is loaded after the first messages; until then its place is empty. */
export const Sidebar = lazy(async () => (await import('./sidebar')).Sidebar, firstView)
