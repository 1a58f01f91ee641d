import { signal } from '@preact/signals'

/**
 * Settings of this browser alone, because they depend on the screen. `textSize` is null if the account decides (`dense_mode`,
 * which knows two sizes).
 */
export interface LocalAppearance {
  readonly textSize: TextSize | null
  readonly density: Density
}

export const textSizes = ['small', 'normal', 'large'] as const
export type TextSize = (typeof textSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** A stored choice; null if it is none of the values. */
const storedChoice = <T extends string>(name: string, values: readonly T[]): T | null =>
  values.find((value) => value === localStorage[name]) ?? null

const read = (): LocalAppearance => ({
  textSize: storedChoice('textSize', textSizes),
  density: storedChoice('density', densities) ?? 'comfortable',
})

export const localAppearance = signal(read())

// Follow changes in other windows of this browser.
addEventListener('storage', ({ key }) => {
  if (key === 'textSize' || key === 'density') localAppearance.value = read()
})

export function setLocalAppearance(chosen: Partial<LocalAppearance>): void {
  for (const [name, value] of Object.entries(chosen)) localStorage[name] = String(value)
  localAppearance.value = { ...localAppearance.peek(), ...chosen }
}

/** The text size in this browser. `isDense` is the account's `dense_mode`. */
export const textSizeOf = ({ textSize }: LocalAppearance, isDense: boolean): TextSize =>
  textSize ?? (isDense ? 'normal' : 'large')
