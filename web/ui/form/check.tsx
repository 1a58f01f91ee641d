import './forms.css'

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly hint?: string | undefined
  /** Accessible name, if the visible label is not enough on its own. */
  readonly name?: string | undefined
  readonly onChange: (isOn: boolean) => void
}

export const Check = ({ label, isOn, hint, name, onChange }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      aria-label={name}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      <span dir="auto">{label}</span>
      {hint !== undefined && <small>{hint}</small>}
    </span>
  </label>
)
