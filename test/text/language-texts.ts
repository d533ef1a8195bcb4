/** The same short story in many languages, written for these tests. */
export const english =
  'Every morning the baker opens his little shop at the corner of the street. The bread is still warm, and ' +
  'people who live in the neighbourhood come to talk with him about the weather and about what happened ' +
  'during the night. In the evening the shop is closed.';

/** Each says much the same as the English text. */
export const texts: [string, string][] = [
  ['en', english],
  [
    'de',
    'Jeden Morgen öffnet der Bäcker seinen kleinen Laden an der Ecke der Straße. Das Brot ist noch warm, und die Leute aus der Nachbarschaft kommen, um mit ihm über das Wetter zu sprechen und darüber, was in der Nacht geschehen ist. Am Abend ist der Laden geschlossen.',
  ],
  [
    'fr',
    "Chaque matin, le boulanger ouvre sa petite boutique au coin de la rue. Le pain est encore chaud et les gens du quartier viennent lui parler du temps qu'il fait et de ce qui s'est passé pendant la nuit. Le soir, la boutique est fermée.",
  ],
  [
    'es',
    'Cada mañana el panadero abre su pequeña tienda en la esquina de la calle. El pan todavía está caliente y la gente del barrio viene a hablar con él sobre el tiempo y sobre lo que ha pasado durante la noche. Por la tarde la tienda está cerrada.',
  ],
  [
    'it',
    "Ogni mattina il fornaio apre il suo piccolo negozio all'angolo della strada. Il pane è ancora caldo e la gente del quartiere viene a parlare con lui del tempo e di quello che è successo durante la notte. La sera il negozio è chiuso.",
  ],
  [
    'pt',
    'Todas as manhãs o padeiro abre a sua pequena loja na esquina da rua. O pão ainda está quente e as pessoas do bairro vêm conversar com ele sobre o tempo e sobre o que aconteceu durante a noite. À noite a loja está fechada e não há ninguém.',
  ],
  [
    'nl',
    'Elke ochtend opent de bakker zijn kleine winkel op de hoek van de straat. Het brood is nog warm en de mensen uit de buurt komen met hem praten over het weer en over wat er in de nacht is gebeurd. In de avond is de winkel gesloten.',
  ],
  [
    'sv',
    'Varje morgon öppnar bagaren sin lilla butik i hörnet av gatan. Brödet är fortfarande varmt och människor som bor i närheten kommer för att prata med honom om vädret och om vad som har hänt under natten. På kvällen är butiken stängd.',
  ],
  [
    'pl',
    'Każdego ranka piekarz otwiera swój mały sklep na rogu ulicy. Chleb jest jeszcze ciepły, a ludzie z sąsiedztwa przychodzą, żeby porozmawiać z nim o pogodzie i o tym, co wydarzyło się w nocy. Wieczorem sklep jest zamknięty i nikogo nie ma.',
  ],
  [
    'cs',
    'Každé ráno otevírá pekař svůj malý obchod na rohu ulice. Chléb je ještě teplý a lidé ze sousedství si s ním přicházejí povídat o počasí a o tom, co se stalo v noci. Večer je obchod zavřený a na ulici už není skoro nikdo, jenom několik koček.',
  ],
  [
    'fi',
    'Joka aamu leipuri avaa pienen kauppansa kadun kulmassa. Leipä on vielä lämmintä, ja naapuruston ihmiset tulevat puhumaan hänen kanssaan säästä ja siitä, mitä yöllä on tapahtunut. Illalla kauppa on suljettu eikä kadulla ole enää ketään.',
  ],
  [
    'hu',
    'A pék minden reggel kinyitja kis boltját az utca sarkán. A kenyér még meleg, és a környéken lakó emberek eljönnek, hogy beszélgessenek vele az időjárásról és arról, hogy mi történt az éjszaka. Este a bolt zárva van, és senki sincs az utcán.',
  ],
  [
    'tr',
    'Her sabah fırıncı sokağın köşesindeki küçük dükkânını açar. Ekmek hâlâ sıcaktır ve mahallede oturan insanlar onunla hava hakkında ve gece olanlar hakkında konuşmaya gelirler. Akşam dükkân kapalıdır ve sokakta artık kimse yoktur, yalnız birkaç kedi vardır.',
  ],
  [
    'ru',
    'Каждое утро пекарь открывает свою маленькую лавку на углу улицы. Хлеб ещё тёплый, и люди, которые живут по соседству, приходят поговорить с ним о погоде и о том, что случилось ночью. Вечером лавка закрыта, и на улице уже никого нет.',
  ],
  [
    'uk',
    'Щоранку пекар відчиняє свою маленьку крамницю на розі вулиці. Хліб ще теплий, і люди, які живуть поруч, приходять поговорити з ним про погоду і про те, що сталося вночі. Увечері крамниця зачинена, і на вулиці вже нікого немає, лише кілька котів.',
  ],
  [
    'el',
    'Κάθε πρωί ο φούρναρης ανοίγει το μικρό του μαγαζί στη γωνία του δρόμου. Το ψωμί είναι ακόμα ζεστό και οι άνθρωποι της γειτονιάς έρχονται να μιλήσουν μαζί του για τον καιρό και για ό,τι έγινε τη νύχτα. Το βράδυ το μαγαζί είναι κλειστό.',
  ],
  [
    'ar',
    'في كل صباح يفتح الخباز متجره الصغير في زاوية الشارع. لا يزال الخبز ساخنا، ويأتي الناس الذين يسكنون في الحي للحديث معه عن الطقس وعن ما حدث أثناء الليل. وفي المساء يكون المتجر مغلقا ولا يبقى أحد في الشارع سوى بعض القطط التي تبحث عن الطعام بين البيوت القديمة.',
  ],
  [
    'ja',
    '毎朝、パン屋は通りの角にある小さな店を開けます。パンはまだ温かく、近所の人たちが天気や夜の出来事について話をしにやって来ます。夕方になると店は閉まります。'.repeat(
      3,
    ),
  ],
  [
    'zh',
    '每天早上，面包师都会打开街角的小店。面包还是热的，住在附近的人们来和他谈论天气以及夜里发生的事情。晚上店铺关门，街上已经没有人了。'.repeat(
      4,
    ),
  ],
  [
    'ko',
    '매일 아침 빵집 주인은 길모퉁이에 있는 작은 가게를 연다. 빵은 아직 따뜻하고 이웃에 사는 사람들은 날씨와 밤에 일어난 일에 대해 이야기하러 온다. 저녁에는 가게가 닫힌다. '.repeat(
      3,
    ),
  ],
  [
    'th',
    'ทุกเช้าคนทำขนมปังจะเปิดร้านเล็กๆ ของเขาที่หัวมุมถนน ขนมปังยังอุ่นอยู่ และผู้คนที่อาศัยอยู่ใกล้เคียงก็มาพูดคุยกับเขาเรื่องอากาศและเรื่องที่เกิดขึ้นในตอนกลางคืน '.repeat(
      2,
    ),
  ],
];
