import type { ComponentChildren } from 'preact'

/** A line in a person's dialog. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
