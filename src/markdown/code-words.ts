/** Words with a meaning in a family of languages, by their Pygments classes. */
type Words = Readonly<Record<string, string>>

const cKeywords =
  'auto break case catch const continue default delete do else enum explicit extern for friend goto if inline new operator ' +
  'private protected public register return sizeof static struct switch template this throw try typedef typename union ' +
  'using virtual volatile while class namespace override final constexpr uniform varying in out'

const cTypes = 'bool byte char double float int long short signed size_t string uint unsigned void'

/** One line for each family. Languages without a family have no such words. */
const families = {
  c: { k: cKeywords, kt: cTypes, kc: 'true false NULL nullptr nil YES NO' },
  java: {
    k:
      'abstract as assert async await break by case catch continue default defer do else extends final finally for foreach ' +
      'get guard if implements in instanceof internal is lock match native new of open operator out override private ' +
      'protected public readonly ref return sealed set static super switch synchronized this throw throws transient try ' +
      'unless using val var virtual volatile when where while with yield let emit require modifier payable lazy implicit',
    kd: 'class interface enum struct trait object record extension protocol contract def fun func function event delegate',
    kn: 'import package namespace',
    kt: `${cTypes} Int Long Double Float Boolean String Unit Any decimal object address uint256`,
    kc: 'true false null nil undefined',
  },
  javascript: {
    k:
      'async await break case catch continue default delete do else finally for if in instanceof new of return switch this ' +
      'throw try typeof void while yield then unless until when and or not is isnt',
    kd: 'class const function let var with enum interface namespace type',
    kr: 'abstract as declare export extends from implements import package private protected public readonly static super',
    kt: 'any bigint boolean never number string symbol unknown',
    kc: 'true false null undefined NaN Infinity',
    nb: 'Array Boolean Date Error JSON Map Math Number Object Promise Proxy RegExp Set String Symbol document window',
  },
  go: {
    k: 'break case continue default defer else fallthrough for go goto if range return select switch',
    kd: 'chan const func interface map struct type var',
    kn: 'import package',
    kt:
      'bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 ' +
      'uint64 uintptr any',
    kc: 'true false iota nil',
    nb: 'append cap close copy delete len make new panic print println recover',
  },
  rust: {
    k:
      'as async await break comptime const continue crate defer dyn else enum errdefer extern fn for if impl in loop match ' +
      'mod move mut orelse pub ref return static struct switch test trait try type union unsafe var where while yield',
    kd: 'let',
    kn: 'use',
    kt: 'u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 usize isize f32 f64 str bool char',
    kc: 'true false null undefined',
    nb: 'Box Err None Ok Option Result Some String Vec',
    bp: 'self Self',
  },
  php: {
    k:
      'abstract and array as break case catch class clone const continue declare default do echo else elseif empty extends ' +
      'final finally fn for foreach function global goto if implements include instanceof insteadof interface isset list ' +
      'match namespace new or print private protected public require require_once return static switch throw trait try ' +
      'unset use var while xor yield',
    kc: 'true false null TRUE FALSE NULL',
  },
  python: {
    k:
      'as assert async await break class continue def del elif else except finally for global if lambda nonlocal pass raise ' +
      'return try while with yield cdef cpdef extends signal extern func var onready',
    kn: 'import from load',
    kc: 'True False None',
    ow: 'and in is not or',
    nb:
      'abs all any bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval ' +
      'exec filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list ' +
      'locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr ' +
      'slice sorted staticmethod str sum super tuple type vars xrange zip',
    bp: 'self cls Ellipsis NotImplemented',
    ne:
      'ArithmeticError AssertionError AttributeError BaseException EOFError Exception ImportError IndexError IOError KeyError ' +
      'KeyboardInterrupt LookupError NameError NotImplementedError OSError OverflowError RuntimeError StopIteration ' +
      'SyntaxError SystemExit TypeError UnicodeError ValueError ZeroDivisionError',
  },
  ruby: {
    k:
      'alias and begin break case class cond def defmacro defmodule defp do else elsif elseif end ensure export fn for ' +
      'function if import in let local loop macro module mutable next not of or quote raise receive redo repeat require ' +
      'rescue retry return struct super then try undef unless until use using when where while with yield',
    kp: 'true false nil nothing',
    nb: 'attr_accessor attr_reader attr_writer extend include lambda loop print proc puts self',
  },
  perl: {
    k:
      'case continue do else elsif for foreach if last my next our redo reset return sub then unless until when while print ' +
      'use require package local',
  },
  r: { k: 'break else for function if in next repeat return while', kc: 'TRUE FALSE NULL NA NaN Inf' },
  shell: {
    k:
      'if fi else elif while in do done for then return function case esac select continue until BEGIN END foreach ' +
      'endif endforeach ifeq ifneq ifdef ifndef include param process switch try catch proc endfunction elseif',
    nb: 'alias cd echo eval exec exit export kill printf pwd read set shift source test trap type umask unalias unset wait puts',
  },
  docker: {
    k:
      'FROM AS RUN CMD LABEL MAINTAINER EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL ' +
      'HEALTHCHECK SHELL',
  },
  sql: {
    k:
      'add all alter and any as asc begin between by cascade case check column commit constraint create cross database ' +
      'default delete desc distinct drop else end except exists explain foreign from full function grant group having if ' +
      'in index inner insert intersect into is join key left like limit natural not null offset on or order outer primary ' +
      'procedure references replace returning returns revoke right rollback row select set table then to transaction ' +
      'trigger truncate union unique update using values view when where window with',
    kt: 'bigint binary bit blob boolean char date datetime decimal double float int integer json numeric real serial text time timestamp varchar',
    kc: 'true false',
  },
  lisp: {
    k:
      'and begin case cond def define defmacro defn defun defvar defparameter do dotimes fn if import lambda let let* letrec ' +
      'loop module func param result local ns or progn quote recur require set setq struct unless when',
    kc: 'true false nil',
  },
  llvm: {
    k: 'add alloca br call declare define global icmp load mul phi private ret select store sub switch target to type',
  },
  assembler: {
    k: 'bits db dd default dq dw equ extern global org resb resd resq resw section segment times use16 use32',
    nf:
      'add and call cmp dec div hlt idiv imul inc int ja jae jb jbe je jg jge jl jle jmp jne jnz jz lea leave loop mov movzx ' +
      'mul neg nop not or pop push ret sar shl shr sub syscall test xchg xor',
    nb: 'ah al ax bh bl bp bx ch cl cs cx dh di dl ds dx eax ebp ebx ecx edi edx es esi esp r8 r9 r10 r11 r12 r13 r14 r15 rax rbp rbx rcx rdi rdx rip rsi rsp si sp ss',
  },
  haskell: {
    kr: 'case class data default deriving do else family forall foreign if import in infix infixl infixr instance let module newtype of port then type where as exposing',
    kt: 'Bool Char Double Either Float IO Int Integer Maybe String',
  },
  lua: {
    k: 'break do else elseif end for goto if in repeat return then until while function local',
    kc: 'true false nil',
    ow: 'and or not',
    nb: 'assert error getmetatable ipairs next pairs pcall print require select setmetatable string table tonumber tostring type',
  },
  erlang: {
    k: 'after begin break case catch cond continue else elseif end for fun function global if of otherwise receive return switch try when while',
    kc: 'true false',
  },
  hardware: {
    k:
      'abort all always always_comb always_ff architecture assign begin body case component constant default downto else elsif ' +
      'end endcase endfunction endmodule entity exit for function generate generic if in initial inout input is logic loop ' +
      'map module negedge not null of on or others out output package parameter port posedge procedure process range reg ' +
      'return signal subtype then to type use variable wait when while wire with',
    kt: 'bit boolean character integer natural positive real std_logic std_logic_vector string',
  },
  css: {},
  data: { kc: 'true false null yes no on off' },
  schema: {
    k: 'enum extend extends extension fragment import input interface message mutation on oneof option optional package query repeated required reserved returns rpc scalar schema service struct subscription type typedef union',
    kt: 'bool bytes double fixed32 fixed64 float int32 int64 string uint32 uint64 Boolean Float ID Int String',
    kc: 'true false null',
  },
  scenario: { k: 'And Background But Examples Feature Given Outline Scenario Then When' },
} satisfies Record<string, Words>

export type Family = keyof typeof families

/** Families whose words mean the same in capitals. */
const anyCase = new Set<Family>(['sql', 'hardware', 'assembler'])

const defining = new Set('def defp function fn func fun sub defn defun defmacro proc'.split(' '))
const declaring = new Set('class struct interface enum trait module type protocol record contract'.split(' '))

const made = new Map<Family, ReadonlyMap<string, string>>()

/** Made at the first use, because a Worker must start quickly. */
function wordsOf(family: Family): ReadonlyMap<string, string> {
  const before = made.get(family)
  if (before !== undefined) return before
  const words = new Map<string, string>()
  for (const [cls, list] of Object.entries<string>(families[family]))
    for (const word of list.split(' ')) if (!words.has(word)) words.set(word, cls)
  made.set(family, words)
  return words
}

/** The class of a word, by its meaning in its family of languages and by the word before it; `n` for a mere name. */
export function classOf(word: string, previous: string, family: Family): string {
  const words = wordsOf(family)
  const own = words.get(anyCase.has(family) ? word.toLowerCase() : word)
  if (own !== undefined) return own
  const before = words.get(previous)
  if (before === undefined) return 'n'
  if (before === 'kn') return 'nn'
  if (defining.has(previous)) return 'nf'
  return declaring.has(previous) ? 'nc' : 'n'
}
