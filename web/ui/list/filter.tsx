import { ListFilter } from 'lucide'
import { Icon } from '..'
import './filter.css'

interface FilterProps {
  readonly name: string
  readonly value: string
  readonly onType: (text: string) => void
}

/** A text box that filters a list. */
export const Filter = ({ name, value, onType }: FilterProps) => (
  <span class="filter">
    <Icon of={ListFilter} size={16} />
    <input
      type="search"
      dir="auto"
      aria-label={name}
      placeholder={name}
      autocomplete="off"
      maxLength={100}
      value={value}
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        // Keeps a dialog around it open.
        event.preventDefault()
        onType('')
      }}
    />
  </span>
)
