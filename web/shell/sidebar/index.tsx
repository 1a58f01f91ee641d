import { firstView } from '../../lib/first-view'
import { lazy } from '../../ui'
import { PrivateConversations } from './private'
import { Streams } from './streams'
import { Views } from './views'
import { isFiltered } from './wanted'
import './sidebar.css'

const Filtering = lazy(async () => (await import('./filtering')).Filtering, firstView)
const FoundList = lazy(async () => (await import('./found-list')).FoundList)

/** The sidebar: views, filter, direct messages and streams. */
export const Sidebar = () => (
  <div class="sidebar">
    <Views />
    {/* The filter's space is reserved until it is loaded. */}
    <div class="filter-place">
      <Filtering />
    </div>
    {isFiltered() ? (
      <FoundList />
    ) : (
      <>
        <PrivateConversations />
        <Streams />
      </>
    )}
  </div>
)
