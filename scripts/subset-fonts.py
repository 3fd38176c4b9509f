"""Writes the CJK fonts of PDFs: python3 scripts/subset-fonts.py <folder with Noto Sans TTFs> <output folder>

Needs fonttools. Compress the results with `brotli`. Each language keeps its national character set and every character
that is not Han. All other Han characters are in one regular font, so any name can be rendered.
"""
import sys
from fontTools import subset
from fontTools.ttLib import TTFont

source, target = sys.argv[1:]


def decode(encoding, rows, cells):
    characters = set()
    for row in rows:
        for cell in cells:
            try:
                text = bytes([row, cell]).decode(encoding)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                characters.add(ord(text))
    return characters


def is_han(code):
    return 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or code >= 0x20000


def path(family, weight):
    return f'{source}/NotoSans{family}_{weight}.ttf'


def write(font_path, name, characters, family=None):
    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.layout_features = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'ljmo', 'vjmo', 'tjmo', 'calt', 'liga']
    options.drop_tables += ['vhea', 'vmtx', 'VORG', 'BASE', 'STAT', 'DSIG']
    font = subset.load_font(font_path, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    for record in font['name'].names if family else []:
        text = record.toUnicode().replace('Noto Sans SC', family)
        record.string = text.replace('NotoSansSC', family.replace(' ', ''))
    font.save(f'{target}/{name}.ttf')


upper = range(0xA1, 0xFF)
common = {
    'JP': decode('euc_jp', upper, upper),
    'KR': set(),
    'TC': decode('big5hkscs', range(0xA1, 0xC7), [*range(0x40, 0x7F), *upper]),
    'SC': decode('gb2312', upper, upper),
}
simplified = set(TTFont(path('SC', '400Regular')).getBestCmap())
for family, characters in common.items():
    own = TTFont(path(family, '400Regular')).getBestCmap()
    characters |= {code for code in own if not is_han(code) or code not in simplified}
    for weight, name in [('400Regular', 'regular'), ('600SemiBold', 'semibold')]:
        write(path(family, weight), f'noto-sans-{family.lower()}-{name}', characters)
rare = {code for code in simplified if is_han(code)} - common['SC']
write(path('SC', '400Regular'), 'noto-sans-han-regular', rare | {0x20}, 'Noto Sans Han')
