/** Of countries and territories, without `md` and `py`, which name files more often. */
const countries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd ' +
  'cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge ' +
  'gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki ' +
  'km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz ' +
  'na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw qa re ro rs ru rw sa sb sc sd se sg sh ' +
  'si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ' +
  've vg vi vn vu wf ws ye yt za zm zw'

/** The others that are in common use, without `java`, `mov` and `zip`, which name files. */
const others =
  'aero arpa asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro tel travel xxx ' +
  'academy accountant accountants actor ads adult agency airforce amsterdam apartments app archi army art associates ' +
  'attorney auction audio auto autos baby band bank bar barcelona bargains baseball basketball bayern beauty beer ' +
  'berlin best bet bible bid bike bingo bio black blackfriday blog blue boats bond boo book boston boutique box ' +
  'broker brussels build builders business buy buzz bzh cab cafe cam camera camp capital car cards care career ' +
  'careers cars casa cash casino catering center ceo cfd channel charity chat cheap christmas church city claims ' +
  'cleaning click clinic clothing cloud club coach codes coffee college cologne community company compare computer ' +
  'condos construction consulting contact contractors cooking cool country coupons courses credit creditcard cricket ' +
  'cruises cymru dad dance date dating day deal dealer deals degree delivery democrat dental dentist desi design dev ' +
  'diamonds diet digital direct directory discount diy docs doctor dog domains download durban earth eat eco education ' +
  'email energy engineer engineering enterprises equipment esq estate eus events exchange expert exposed express fail ' +
  'faith family fan fans farm fashion feedback film final finance financial fish fishing fit fitness flights florist ' +
  'flowers fly foo food football forex forsale forum foundation free frl fun fund furniture futbol fyi gal gallery ' +
  'game games garden gay gent gift gifts gives giving glass global gmbh gold golf google goo graphics gratis green ' +
  'gripe group guide guitars guru hair hamburg haus health healthcare help here hiphop hiv hockey holdings holiday ' +
  'homes horse hospital host hosting hot hotels house how ice icu immo immobilien inc industries ing ink institute ' +
  'insurance insure international investments irish ist istanbul jetzt jewelry joburg juegos kaufen kids kim kitchen ' +
  'kiwi koeln krd kyoto land lat law lawyer lease legal lgbt life lighting limited limo link live llc loan loans lol ' +
  'london love ltd ltda luxe luxury madrid maison makeup management map market marketing markets mba med media meet ' +
  'melbourne meme memorial men menu miami microsoft mom money monster mortgage moscow moto motorcycles movie music ' +
  'nagoya navy network new news ngo ninja now nrw nyc observer okinawa one ong onl online ooo organic osaka page paris ' +
  'partners parts party pay pet phd photo photography photos physio pics pictures pink pizza place play plumbing plus ' +
  'poker porn press prime productions prof promo properties property protection pub qpon quebec quest racing radio ' +
  'realty recipes red rehab reise reisen rent rentals repair report republican rest restaurant review reviews rich ' +
  'rip rocks rodeo rsvp rugby ruhr run ryukyu saarland safe sale salon sarl save school schule science scot search ' +
  'secure security select services sex sexy shoes shop shopping show singles site ski skin soccer social software ' +
  'solar solutions soy spa space sport spot storage store stream studio study style sucks supplies supply support ' +
  'surf surgery swiss sydney systems taipei talk tatar tattoo tax taxi team tech technology tennis theater theatre ' +
  'tickets tienda tips tires tirol today tokyo tools top tours town toys trade trading training travelers trust tube ' +
  'university uno vacations vegas ventures vet viajes video villas vin vip vision vlaanderen vodka vote voting voto ' +
  'voyage wales wang watch watches webcam website wed wedding whoswho wien wiki win wine work works world wtf xyz ' +
  'yachts yoga yokohama you zero zone zuerich рф 中国 中國 台湾 台灣 香港 한국 укр срб бел қаз онлайн сайт орг дети москва'

let known: Set<string> | null = null

/** Whether a name without a scheme may end like this; made when first asked for. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(`${countries} ${others}`.split(' '))
  return known.has(label) || label.startsWith('xn--')
}
