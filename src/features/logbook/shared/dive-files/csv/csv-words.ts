/**
 * Words in headers of spreadsheets, in the 28 languages of the product and without accents. A column is recognized by the
 * ideas its header combines: "average" and "depth", in any order and language.
 */
export const headerWords = {
  number:
    'number|nr|no|num|nummer|numero|n|numer|cislo|broj|szam|sorszam|numara|nomor|nombor|bilang|номер|αριθμος|αρ|番号|番號|编号|编號|編號|번호|หมายเลข|ลำดับ|رقم|מספר|dive #|#',
  date: 'date|datetime|divedate|startdate|datum|data|fecha|dato|paivamaara|paiva|pvm|datum|tarih|tanggal|tarikh|petsa|дата|ημερομηνια|日付|日期|날짜|일자|วันที่|تاريخ|תאריך|pvm|kelt',
  time: 'time|starttime|entrytime|uhrzeit|zeit|startzeit|einstiegszeit|starttijd|begintijd|starttid|starttidspunkt|aloitusaika|heure|ora|orario|hora|tijd|tijdstip|tid|klokkeslett|klokkeslaet|klockslag|aika|kello|kellonaika|godzina|czas|cas|vrijeme|sat|ido|idopont|saat|jam|waktu|masa|oras|время|ωρα|時刻|时间|時間|시간|시각|เวลา|وقت|الساعة|שעה|entry|einstieg|entrada|entrata|エントリー|エントリ',
  duration:
    'duration|divetime|dive time|bottom time|bottomtime|runtime|run time|total time|minutes|dauer|tauchzeit|tauchdauer|grundzeit|duree|temps de plongee|temps de fond|durata|tempo di immersione|tempo di fondo|tempo immersione|tempo de fundo|tempo de mergulho|duracion|tiempo de inmersion|tiempo de fondo|tiempo|duracao|duur|duiktijd|bodemtijd|varighed|varighet|dykketid|dyktid|bunntid|bundtid|bottentid|kesto|sukellusaika|pohja-aika|czas trwania|czas nurkowania|czas denny|trvani|doba ponoru|cas ponoru|delka|trajanje|vrijeme ronjenja|vrijeme na dnu|idotartam|merulesi ido|feneken toltott|sure|suresi|dalis suresi|dip zamani|durasi|lama|lama menyelam|waktu dasar|tempoh|masa selaman|tagal|длительность|продолжительность|время погружения|διαρκεια|χρονος|潜水時間|時間(分)|所要時間|持续时间|潜水时间|時長|时长|潛水時間|잠수시간|잠수 시간|다이빙 시간|지속|ระยะเวลา|เวลาดำน้ำ|مدة|المدة|זמן צלילה|משך',
  depth:
    'depth|tiefe|profondeur|profondita|profundidad|profundidade|diepte|dybde|djup|syvyys|glebokosc|hloubka|dubina|melyseg|derinlik|kedalaman|dalaman|lalim|глубина|βαθος|深度|水深|수심|깊이|ความลึก|ลึก|عمق|العمق|עומק|prof',
  average:
    'average|avg|mean|durchschnitt|mittlere|mittel|moyenne|moyen|media|medio|promedio|gemiddelde|gemiddeld|gennemsnit|gjennomsnitt|snitt|medel|genomsnitt|keski|srednia|sr|prumer|prumerna|prosjek|prosjecna|srednja|atlag|atlagos|ortalama|rata-rata|rata|purata|karaniwan|средняя|ср|μεσο|平均|평균|เฉลี่ย|متوسط|ממוצע',
  temperature:
    'temperature|temperatur|temperatura|temperatuur|lampotila|teplota|homerseklet|sicakli|suhu|temperatura|temp|температура|темп|θερμοκρασια|温度|水温|水溫|溫度|気温|수온|온도|기온|อุณหภูมิ|حرارة|טמפרטורה|טמפ',
  air: 'air|luft|aria|aire|ar|ilma|ilman|lucht|powietrza|powietrze|vzduch|vzduchu|zrak|zraka|levego|hava|udara|hangin|воздуха|воздух|αερα|αερας|気温|空气|空氣|기온|공기|อากาศ|الهواء|אוויר',
  pressure:
    'pressure|bar|psi|druck|pression|pressione|presion|pressao|druk|tryk|trykk|tryck|paine|cisnienie|tlak|nyomas|basinc|tekanan|presyon|давление|πιεση|圧力|残圧|压力|壓力|압력|잔압|ความดัน|แรงดัน|ضغط|לחץ',
  start:
    'start|begin|initial|in|anfang|beginn|debut|depart|initiale|iniziale|inizio|inicial|inicio|aanvang|alku|lahto|poczatkowe|poczatek|pocatecni|zacatek|pocetni|pocetak|kezdo|kezdeti|indulo|baslangic|awal|mula|simula|начальное|начало|нач|αρχικη|αρχη|開始|开始|起始|시작|เริ่ม|بداية|البداية|התחלה|התחלתי',
  end: 'end|final|out|ende|schluss|fin|finale|fine|fim|einde|eind|slut|slutt|loppu|koncowe|koniec|konecny|konec|zavrsni|kraj|vegso|vege|zaro|bitis|son|akhir|akhir|wakas|конечное|конец|кон|τελικη|τελος|終了|结束|結束|종료|끝|สิ้นสุด|نهاية|النهاية|סיום|סופי',
  cylinder:
    'cylinder|tank|flasche|bouteille|bloc|bombola|botella|garrafa|cilindro|fles|flaske|flaska|pullo|sailio|butla|lahev|boca|palack|tup|tabung|tangki|silinder|tangke|баллон|φιαλη|μπουκαλα|タンク|气瓶|氣瓶|탱크|공기통|ถัง|اسطوانة|أسطوانة|בלון|מיכל',
  oxygen:
    'o2|oxygen|sauerstoff|oxygene|ossigeno|oxigeno|oxigenio|zuurstof|oxygen|ilt|oksygen|syre|happi|tlen|kyslik|kisik|oxigen|oksijen|oksigen|кислород|οξυγονο|酸素|氧气|氧氣|산소|ออกซิเจน|أكسجين|חמצן|nitrox|ean|eanx|gas|gaz|mix|fo2|ナイトロックス',
  helium: 'he|helium|elio|helio|hel|helij|гелий|ηλιο|ヘリウム|氦|헬륨|ฮีเลียม|هيليوم|הליום',
  site: 'site|divesite|dive site|spot|dive spot|tauchplatz|platz|gewasser|sito|punto di immersione|punto de buceo|sitio|duikplek|duikstek|duiklocatie|dykkested|dykplats|sukelluspaikka|paikka|miejsce|misto|lokalita|mjesto|merulohely|helyszin|dalis noktasi|dalis yeri|titik selam|lokasi|tempat|tapak|lugar|ponto de mergulho|local|место|τοποθεσια|σημειο|ポイント|潜水点|潛點|潜点|潛水地點|地点|地點|포인트|장소|จุดดำน้ำ|สถานที่|موقع|אתר|site de plongee|plek|sted|plats|hely|pook',
  location:
    'location|place|ort|lieu|luogo|localita|localidad|localidade|locatie|plaats|region|area|регион|περιοχη|場所|地域|地区|지역|منطقة|מקום|area',
  country:
    'country|land|pays|paese|nazione|pais|maa|kraj|panstwo|zeme|stat|zemlja|drzava|orszag|ulke|negara|bansa|страна|χωρα|国|國家|国家|국가|나라|ประเทศ|بلد|الدولة|מדינה|ארץ',
  buddy:
    'buddy|buddies|partner|tauchpartner|mitttaucher|binome|palanquee|compagno|companero|companheiro|dupla|parceiro|duikmaatje|maatje|makker|kaveri|pari|sukelluspari|partnerzy|parťak|partak|pratilac|ronilacki par|tars|merulotars|dalis arkadasi|arkadas|es|rekan|teman|rakan|kasama|напарник|партнер|партнёр|συνοδυτης|ζευγαρι|バディ|潜伴|潛伴|버디|짝|บัดดี้|زميل|شريك|באדי|שותף|בן זוג',
  guide:
    'divemaster|guide|instructor|tauchlehrer|moniteur|guida|istruttore|guia|instrutor|gids|instruktor|opas|przewodnik|pruvodce|vodic|vezeto|rehber|egitmen|pemandu|gabay|инструктор|гид|οδηγος|ガイド|教练|教練|导潜|가이드|강사|ไกด์|مدرب|مرشد|מדריך',
  notes:
    'notes|note|comment|comments|remarks|description|notiz|notizen|anmerkungen|bemerkung|bemerkungen|kommentar|kommentare|remarque|remarques|commentaire|notas|observaciones|observacoes|comentario|opmerkingen|notities|noter|bemaerkninger|notater|merknader|anteckningar|anmarkning|muistiinpanot|huomautukset|notatki|uwagi|poznamky|poznamka|biljeske|napomena|napomene|megjegyzes|jegyzet|notlar|aciklama|catatan|keterangan|nota|tala|заметки|примечания|примечание|комментарий|σημειωσεις|σχολια|メモ|備考|备注|備註|笔记|메모|비고|บันทึก|หมายเหตุ|ملاحظات|הערות',
  visibility:
    'visibility|vis|viz|sicht|sichtweite|visibilite|visibilita|visibilidad|visibilidade|zicht|sigt|sikt|siktdjup|nakyvyys|widocznosc|viditelnost|vidljivost|latotavolsag|gorus|visibilitas|jarak pandang|kebolehlihatan|видимость|ορατοτητα|透明度|視界|能见度|能見度|시야|ทัศนวิสัย|رؤية|ראות',
  weight:
    'weight|weights|lead|blei|gewicht|lest|plomb|zavorra|peso|pesi|piombo|lastre|plomo|chumbo|lood|vaegt|bly|vekter|vikter|painot|lyijy|obciazenie|balast|olovo|zatez|utezi|suly|olom|agirlik|pemberat|timbal|berat|bigat|груз|грузы|βαρη|ウェイト|配重|웨이트|น้ำหนัก|ตะกั่ว|أوزان|وزن|משקל|משקולות',
  suit: 'suit|wetsuit|exposure|anzug|tauchanzug|combinaison|muta|traje|fato|pak|duikpak|dragt|drakt|puku|skafander|pianka|oblek|odijelo|ruha|elbise|pakaian|baju|костюм|στολη|スーツ|潜水服|潛水衣|수트|슈트|ชุด|بدلة|חליפה',
  latitude:
    'latitude|lat|breitengrad|breite|latitudine|latitud|breedtegraad|bredde|leveysaste|szerokosc|sirka|sirina|szelesseg|enlem|lintang|широта|πλατος|緯度|纬度|위도|ละติจูด|خط العرض|קו רוחב',
  longitude:
    'longitude|lon|lng|long|langengrad|lange|longitudine|longitud|lengtegraad|laengde|lengde|pituusaste|dlugosc|delka|duzina|hosszusag|boylam|bujur|longitud|долгота|μηκος|経度|经度|經度|경도|ลองจิจูด|خط الطول|קו אורך',
  gps: 'gps|coordinates|koordinaten|coordonnees|coordinate|coordenadas|coordinaten|koordinater|koordinaatit|wspolrzedne|souradnice|koordinate|koordinata|koordinatlar|koordinat|координаты|συντεταγμενες|座標|坐标|좌표|พิกัด|إحداثيات|קואורדינטות',
  tags: 'tags|tag|type|art|categorie|kategorie|tipo|soort|typ',
  computer:
    'computer|dive computer|tauchcomputer|ordinateur|ordenador|computador|duikcomputer|dykcomputer|dykdator|dykkecomputer|sukellustietokone|komputer|pocitac|racunalo|bilgisayar|компьютер|υπολογιστης|コンピュータ|电脑|電腦|컴퓨터|คอมพิวเตอร์|كمبيوتر|מחשב',
  surface:
    'surface|oberflache|oberflachenpause|superficie|surface interval|intervallo|intervalle|intervalo|oppervlakte|overflade|yta|pinta|powierzchni|povrsin|felszini|yuzey|permukaan|поверхност|επιφανεια|水面|수면|ผิวน้ำ|سطح|פני',
} as const;

export type HeaderIdea = keyof typeof headerWords;
