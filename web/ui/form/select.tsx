import { useId } from 'preact/hooks'
import './forms.css'

interface SelectProps<T> {
  readonly label: string
  readonly value: T
  readonly hint?: string | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChoose: (value: T) => void
}

export function Select<T>({ label, value, hint, options, onChoose }: SelectProps<T>) {
  const id = useId()
  return (
    <div class="field select">
      <label for={id} dir="auto">
        {label}
      </label>
      <select
        id={id}
        value={String(value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onChoose(options[currentTarget.selectedIndex]!.value)}
      >
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <small id={`${id}-hint`} dir="auto">
          {hint}
        </small>
      )}
    </div>
  )
}
