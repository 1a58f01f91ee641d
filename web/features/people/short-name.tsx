import './marks.css'

/** A name that may be shorter than that of the link which it stands in. So it is drawn by a style, and the link says all of it. */
export const ShortName = ({ of, whole }: { of: string; whole: string }) =>
  of === whole ? <bdi class="own-name">{of}</bdi> : <bdi class="own-name drawn" data-text={of} />
