import type { FunctionComponent } from 'preact'
import { openBesideList } from '../../routes/list-beside'
import './list-beside.css'

interface ListBesideProps {
  readonly name: string
  /** Whether a conversation is open beside it. */
  readonly isBeside: boolean
  readonly list: FunctionComponent
}

/** Opens the pressed row beside the list. */
function choose(event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event
  const row = (event.target as Element).closest<HTMLAnchorElement>('a[data-row]')
  if (row === null || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
  event.preventDefault()
  openBesideList(row.hash)
  // From now on, keys act on the conversation. Escape leads back to the list.
  row.blur()
}

/** A list of conversations in a column of its own. The conversation that the user chooses opens beside it. */
export function ListBeside({ name, isBeside, list: List }: ListBesideProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks on links within
    <section class="list-beside" aria-label={name} onClick={choose}>
      <header class="place">{isBeside ? <h2>{name}</h2> : <h1>{name}</h1>}</header>
      <List />
    </section>
  )
}
