/** Well-known dive sites by region, with some around the invented Kelder Bay. */
const regions = `
St Abbs: Kelder Rock, West Hurker, Outer Wall, Harbour Gully, Cathedral Rock, Black Carrs, Big Green Carr, Skelly Hole, Tye’s Tunnel, Anemone Gully
Kelder Bay: Kelder Quarry, Lifeboat Slip, Lantern Reef, The Old Breakwater, Keel Ledge
Farne Islands: The Nave, Knivestone, Longstone, The Hopper, Big Harcar, Staple Island, Gun Rocks, Blue Caps
Scapa Flow: SMS Dresden, SMS Köln, SMS Karlsruhe, SMS Brummer, SMS König, SMS Markgraf, F2 and Barge, Tabarka
Cornwall: The Manacles, Silver Steps, Porthkerris Reef, HMS Scylla
Isle of Man: The Burroo, Sugarloaf Caves
Leicestershire: Stoney Cove
Lancashire: Capernwray
Bohuslän: Väderöarna, Smögen, Hamburgsund, Gullmarsfjord, Lysekil Harbour Wall, Fjällbacka, Kosterfjord, Grebbestad
Norway: Saltstraumen, Gulen, Lofoten Kelp Forest, Strømsholmen, Narvik Wrecks
Iceland: Silfra, Strýtan, Davíðsgjá, Kleifarvatn
Denmark: Lillebælt, Storebælt Bridge
Germany: Kreidesee Hemmoor, Fühlinger See, Kulkwitzer See
Austria: Grüner See, Attersee, Neufelder See
Switzerland: Verzasca
Netherlands: Zeelandbrug, Scharendijke, Den Osse
Croatia: Baron Gautsch Rovinj, Banjole Rovinj, Te Vega Vis, Vassilios Vis, Taranto Dubrovnik, Grebeni Dubrovnik, Premuda Cathedral, Modra Špilja Biševo
Malta: Um El Faroud, P29, Rozi, Cirkewwa Arch, HMS Maori, Imperial Eagle
Gozo: Blue Hole, Inland Sea, Reqqa Point, Xatt l-Aħmar, Double Arch
Italy: Portofino Lighthouse, Ustica Secca Colombara, Capo Caccia, Isola di Capraia
France: Le Donator, Le Grec, La Gabinière Port-Cros, Le Liban, Cerbère-Banyuls
Spain: Islas Medas, El Bajo de Dentro, Cabo de Palos, Columbretes, Isla del Toro Mallorca, El Medallot, Carall Bernat, Dofí Nord
Tenerife: El Puertito, Montaña Amarilla, Radazul, Los Gigantes, Las Eras
El Hierro: El Bajón, La Restinga, Tecorón
Lanzarote: Puerto del Carmen, Playa Chica, Museo Atlántico
Azores: Princess Alice Bank, Ambrósio, Dollabarat, Monte da Guia
Madeira: Garajau, Afonso Cerqueira, Corveta Pereira d’Eça
Greece: Elephant Cave Crete, HMHS Britannic Kea
Cyprus: Zenobia, Green Bay
Turkey: Kaş Canyon, Kaş Flying Fish, Gallipoli Lundy
Egypt: SS Thistlegorm, Shark and Yolanda Reef, Ras Mohammed, Elphinstone Reef, Giannis D, Carnatic, Chrisoula K, Siyul Kebira, Dunraven, Jackson Reef, Woodhouse Reef, Blue Hole Dahab, The Canyon Dahab, Daedalus Reef, Big Brother, Little Brother, Abu Dabbab, Sha’ab Samadai, St Johns, Ras Umm Sid, Rosalie Moller
Sudan: Sanganeb, Sha’ab Rumi, Umbria
Jordan: Cedar Pride, Japanese Garden Aqaba, King Abdullah Reef
Djibouti: Gulf of Tadjoura, Seven Brothers
Oman: Daymaniyat Islands, Fahal Island, Al Munassir
United Arab Emirates: Dibba Rock, Inchcape 2
South Africa: Protea Banks, Aliwal Shoal, Sodwana Bay, Pyramid Rock, Smitswinkel Bay
Mozambique: Tofo Manta Reef, Giant’s Castle, Ponta do Ouro Pinnacles
Tanzania: Mnemba Atoll, Leven Bank, Kinasi Pass Mafia
Kenya: Watamu Turtle Reef, Kisite
Seychelles: Shark Bank, Brissare Rocks, Aldabra Channel
Mauritius: Cathedral, Stella Maru
Réunion: Pain de Sucre
Maldives: Maaya Thila Ari Atoll, Fish Head Ari Atoll, Rasdhoo Madivaru, Okobe Thila, Cocoa Thila, Kuda Giri, Lankan Manta Point, Alimathaa Jetty, Fotteyo Kandu, Hanifaru Bay, Banana Reef, HP Reef, Kandooma Thila, British Loyalty
Sri Lanka: SS Conch, HMS Hermes
India: Grand Island Goa, Dixon’s Pinnacle Andamans, Netrani
Thailand: Richelieu Rock, Koh Bon, Koh Tachai, Elephant Head Rock Similan, HTMS Chang, Chumphon Pinnacle Koh Tao, Sail Rock, Southwest Pinnacle Koh Tao, Hin Daeng, Hin Muang, King Cruiser
Malaysia: Barracuda Point Sipadan, South Point Sipadan, Layang-Layang, Tiger Reef Tioman, Tenggol Island, Mabul House Reef
Indonesia: USAT Liberty Tulamben, Manta Point Nusa Penida, Crystal Bay, Batu Bolong Komodo, Castle Rock Komodo, Manta Alley Komodo, Cape Kri Raja Ampat, Blue Magic Raja Ampat, Boo Windows Misool, Lembeh Hairball, Nudi Falls Lembeh, Bunaken Lekuan, Wakatobi Roma, Gili Trawangan Shark Point, Menjangan Wall
Philippines: Tubbataha Delsan Wreck, Malapascua Monad Shoal, Apo Island, Verde Island Drop-off, Kasu-Kuu Coron, Olympia Maru Coron, Balicasag, Moalboal Sardine Run, Anilao Cathedral
Palau: Blue Corner, German Channel, Ulong Channel, Blue Holes, New Drop-off, Peleliu Wall, Iro Maru
Micronesia: Fujikawa Maru Chuuk, San Francisco Maru Chuuk, Yap Mi’l Channel
Papua New Guinea: Kimbe Bay Bradford Shoals, Milne Bay Lauadi, Father’s Reef
Solomon Islands: Bonegi Wreck, Mary Island
Vanuatu: SS President Coolidge, Million Dollar Point
Fiji: Beqa Lagoon, Rainbow Reef, Great White Wall Taveuni, Namena, E6
French Polynesia: Tiputa Pass Rangiroa, Garuae Pass Fakarava, Tumakohua Pass Fakarava, Moorea Shark Bay
Hawaii: Manta Night Dive Kona, Molokini Back Wall, Sea Tiger Oahu, Cathedrals Lanai, Puhi Bay, Two Step, Golden Arches, Kaiwi Point, Au Au Crater
Galápagos: Darwin’s Arch, Wolf Island, Gordon Rocks, Cousins Rock
Costa Rica: Bajo Alcyone Cocos, Dirty Rock Cocos, Manuelita Cocos, Bat Islands
Mexico: Socorro Roca Partida, San Benedicto Boiler, Cabo Pulmo, La Paz Los Islotes
Cozumel: Palancar Gardens, Santa Rosa Wall, Columbia Deep, Punta Sur, Paradise Reef, Yucab, Tormentos, Cedral Pass
Tulum: Dos Ojos, Gran Cenote, Cenote Angelita, Casa Cenote
Belize: Great Blue Hole, Half Moon Caye Wall, Hol Chan
Honduras: Mary’s Place Roatán, El Aguila Roatán, Utila Black Hills
Bonaire: 1000 Steps, Hilma Hooker, Salt Pier, Bari Reef, Karpata
Curaçao: Tugboat, Mushroom Forest, Superior Producer
Cayman Islands: Stingray City, Kittiwake, Bloody Bay Wall, Babylon
Bahamas: Tiger Beach, Theo’s Wreck, Andros Wall, Dean’s Blue Hole
Turks and Caicos: Northwest Point, French Cay
Saba: Tent Reef, Third Encounter
Dominica: Scotts Head Pinnacle, Champagne Reef
British Virgin Islands: RMS Rhone, The Indians
Cuba: Jardines de la Reina Pipin, María la Gorda
Florida: Spiegel Grove, Molasses Reef, USS Vandenberg, Blue Heron Bridge, Conch Wall, Snapper Ledge, Ginnie Springs, Devil’s Den
North Carolina: U-352, Caribsea
California: Casino Point Catalina, Point Lobos, Farnsworth Bank, Monterey Breakwater, HMCS Yukon
British Columbia: Browning Wall, HMCS Saskatchewan, Race Rocks, Whytecliff Park
Great Lakes: SS Keystone State, Tobermory Sweepstakes, Niagara II, Arabia
Brazil: Fernando de Noronha Cagarras, Corveta Ipiranga, Ilha Grande, Abismo Anhumas
Argentina: Puerto Madryn, Península Valdés
Australia: Cod Hole Great Barrier Reef, Osprey Reef North Horn, SS Yongala, Steve’s Bommie, Navy Pier Exmouth, Ningaloo Lighthouse Bay, Fish Rock Cave, Bare Island, Julian Rocks, Rapid Bay Jetty, HMAS Brisbane, Neptune Islands
New Zealand: Poor Knights Blue Maomao Arch, Rikoriko Cave, Rainbow Warrior, Milford Sound, HMNZS Canterbury
Japan: Yonaguni Monument, Manta Scramble Ishigaki, Osezaki, Kerama Islands, Hachijōjima Nazumado, Osaki Hanagoi Reef, Barasu, Yonehara W Arch
Taiwan: Green Island Steel Reef, Orchid Island Badai
South Korea: Munseom Jeju
Christmas Island: Perpendicular Wall, Thundercliff Cave
Antarctica: Cierva Cove`;

export const demoSites: readonly string[] = regions
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [region = '', sites = ''] = line.split(': ');
    return sites.split(', ').map((site) => `${site}, ${region}`);
  });
