import { integer, oneof, string } from 'fast-check'

const unit = oneof(integer({ max: 0x7f }), integer({ max: 0xffff })).map((code) => String.fromCharCode(code))

/** Texts of all UTF-16 units, also halves of surrogate pairs. */
export const anyText = (maxLength: number) => string({ unit, maxLength })
